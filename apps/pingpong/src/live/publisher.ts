import { Logger } from '@fw/core'
import Pusher from 'pusher'
import { SocketSettings } from './socket-settings.ts'

/** The time limit for the socket server, in milliseconds. */
const patience = 2000

/**
 * Publishes to the realtime socket server. If it is slow or down, that is logged, and nothing else
 * fails.
 */
export class Publisher {
  readonly #pusher: Pusher
  readonly #logger: Logger

  constructor(settings: SocketSettings, logger: Logger) {
    const { appId, key, secret, host, port } = settings
    this.#pusher = new Pusher({
      appId,
      key,
      secret,
      host,
      port: String(port),
      useTLS: false,
      timeout: patience,
    })
    this.#logger = logger
  }

  async publish(channel: string, event: string, data: object): Promise<void> {
    try {
      await this.#pusher.trigger(channel, event, data)
    } catch (error) {
      const reason = reasonOf(error)
      this.#logger.warn('The socket server did not take an event.', { channel, event, reason })
    }
  }
}

/** Why a request failed, without its signed address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Pusher.RequestError)) return String(error)
  const { status, error: cause } = error
  if (status !== undefined) return `status ${status}`
  return String((cause as { code?: string } | undefined)?.code ?? error.message)
}

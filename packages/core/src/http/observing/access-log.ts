import type { HttpRequestMessage } from '../channels/channels.ts'
import type { Config } from '../../base/config/config.ts'
import { infoBuffered, type Logger } from '../../base/logging/logger.ts'
import { shortened } from '../routing/method-not-allowed.ts'

/** The status that nginx uses if a client disconnects before the response. */
const clientLeft = 499

/** The fields of an access log line that are not in the request message. */
export interface LoggedFacts {
  /** The template of the route, if one matched. */
  readonly route: string | undefined
  /** The address of the client. */
  readonly remote: string | undefined
  /** The time until the last byte was sent, in milliseconds. */
  readonly milliseconds: number
}

/**
 * Logs each response after it is sent, and warns about slow ones. It never logs queries, headers and bodies, because
 * they may contain secrets.
 */
export class AccessLog {
  readonly #logger: () => Logger
  readonly #which: AccessLogName | undefined
  readonly #slow: number

  private constructor(logger: () => Logger, which: AccessLogName | undefined, slow: number) {
    this.#logger = logger
    this.#which = which
    this.#slow = slow
  }

  /** Returns undefined if neither the log nor warnings are enabled. Throws `ConfigValueInvalid`. */
  static of(config: Config, logger: () => Logger): AccessLog | undefined {
    const found = config.oneOf('FW_ACCESS_LOG', ['all', 'errors', 'off'], 'off')
    const which = found === 'off' ? undefined : found
    const slow = config.duration('FW_SLOW_REQUEST', Infinity)
    return which || slow < Infinity ? new AccessLog(logger, which, slow) : undefined
  }

  write(message: HttpRequestMessage, { route, remote, milliseconds }: LoggedFacts): void {
    const { method, bytes, aborted, request } = message
    const status = message.status || clientLeft
    const isSlow = milliseconds >= this.#slow
    const isLogged = this.#which === 'all' || (this.#which === 'errors' && status >= 400)
    if (!isLogged && !isSlow) return
    const path = shortened(message.path)
    const facts = {
      method,
      path,
      route,
      status,
      milliseconds: Math.round(milliseconds * 1000) / 1000,
      bytes,
      requestId: request.id,
      remote,
      aborted: aborted || undefined,
    }
    const line = `${method} ${path} ${status}`
    if (isLogged && status >= 500) this.#logger().error(line, facts)
    else if (isLogged) infoBuffered(this.#logger(), line, facts, names)
    if (isSlow) this.#logger().warn('A request was slow.', facts)
  }
}

const names = [
  'method',
  'path',
  'route',
  'status',
  'milliseconds',
  'bytes',
  'requestId',
  'remote',
  'aborted',
]

type AccessLogName = 'all' | 'errors'

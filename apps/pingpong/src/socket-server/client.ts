import { randomInt } from 'node:crypto'
import type { WebSocket } from 'ws'
import type { Channels, Subscriber } from './channels.ts'

/** Seconds of silence after which a client pings; twice as long, and it is taken for gone. */
const activityTimeout = 120

const mostChannels = 100

/** The number of bytes that may wait for a slow browser before its connection is closed. */
const longestQueue = 1_000_000

const publicChannel = /^(?!private-|presence-)[A-Za-z0-9_\-=@,.;]{1,164}$/

/** One browser. */
export class Client implements Subscriber {
  readonly id = `${randomInt(2 ** 31)}.${randomInt(2 ** 31)}`
  readonly #socket: WebSocket
  readonly #channels: Channels
  readonly #subscribed = new Set<string>()
  #silence: NodeJS.Timeout

  private constructor(socket: WebSocket, channels: Channels) {
    this.#socket = socket
    this.#channels = channels
    this.#silence = setTimeout(() => socket.terminate(), activityTimeout * 2000)
    socket.on('message', (message) => this.#receive(String(message)))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#leave())
  }

  /** Opens the conversation, or refuses a client whose key is not the application's. */
  static welcome(socket: WebSocket, channels: Channels, isKnown: boolean): void {
    const client = new Client(socket, channels)
    if (isKnown) {
      const data = { socket_id: client.id, activity_timeout: activityTimeout }
      client.send('pusher:connection_established', JSON.stringify(data))
    } else {
      client.#fail(4001, 'No application has this key.')
      socket.close(4001)
    }
  }

  send(event: string, data: string, channel?: string): void {
    if (this.#socket.bufferedAmount > longestQueue) return this.#socket.terminate()
    this.#socket.send(JSON.stringify({ event, data, channel }))
  }

  #receive(text: string): void {
    this.#silence.refresh()
    const { event, data } = readMessage(text)
    if (event === 'pusher:ping') this.send('pusher:pong', '{}')
    else if (event === 'pusher:subscribe') this.#subscribe(data?.channel)
    else if (event === 'pusher:unsubscribe') this.#unsubscribe(data?.channel)
  }

  #subscribe(channel: unknown): void {
    if (typeof channel !== 'string' || !publicChannel.test(channel)) {
      return this.#fail(4009, 'Only public channels exist here.')
    }
    if (this.#subscribed.size >= mostChannels) {
      return this.#fail(4100, `A client subscribes to ${mostChannels} channels at most.`)
    }
    this.#subscribed.add(channel)
    this.#channels.subscribe(channel, this)
    this.send('pusher_internal:subscription_succeeded', '{}', channel)
  }

  #unsubscribe(channel: unknown): void {
    if (typeof channel !== 'string' || !this.#subscribed.delete(channel)) return
    this.#channels.unsubscribe(channel, this)
  }

  #fail(code: number, message: string): void {
    this.send('pusher:error', JSON.stringify({ code, message }))
  }

  #leave(): void {
    clearTimeout(this.#silence)
    for (const channel of this.#subscribed) this.#channels.unsubscribe(channel, this)
  }
}

interface Message {
  readonly event?: unknown
  readonly data?: { readonly channel?: unknown } | null
}

function readMessage(text: string): Message {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? message : {}
  } catch {
    return {}
  }
}

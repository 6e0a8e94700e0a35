import { Buffer } from 'node:buffer'
import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage as Message, ServerResponse as Response } from 'node:http'
import { Socket } from 'node:net'
import { IncomingMessage, ServerResponse } from './node-http.ts'

/** What `node:http` keeps of a connection and a response: Node 22 to 26. */
interface Connection extends Socket {
  /** The response whose turn it is. */
  _httpMessage: unknown
}
type Listener = (...given: unknown[]) => void

/** Whoever subscribed is to see each response as Node.js makes it. */
const created = channel('http.server.response.created')

/** A response as Node.js makes it. A lazy one has from here what it has not itself. */
const message = Object.assign(new IncomingMessage(undefined as never), {
  method: 'GET',
  httpVersionMajor: 1,
  httpVersionMinor: 1,
})
const first = Object.assign(new ServerResponse(message), { _events: undefined })

/** V8 leaves room for as many properties as the constructors that are inherited from set. */
const Wide = Object.setPrototypeOf(function () {}, ServerResponse) as new () => object
Wide.prototype = first

/**
 * A response that becomes one of Node.js when somebody wants more of it than to send a whole answer:
 * `decisions/heads-are-written-here.md`.
 */
class LazyResponse extends Wide {
  readonly req: Message
  statusCode = 200
  shouldKeepAlive = true
  finished = false
  destroyed = false
  _closed = false
  // Node.js sets these as soon as it has the response.
  _keepAliveTimeout = 0
  _maxRequestsPerSocket: number | null = 0
  _onPendingData: unknown = undefined
  declare sendDate: boolean
  declare strictContentLength: boolean
  declare _expect_continue: boolean
  declare _header: string | null
  declare _headerSent: boolean
  declare _events: unknown
  readonly #options: unknown
  #isLazy = true
  #isSent = false
  #connection: Connection | undefined
  /** With what Node.js goes on to the next request of the connection. */
  #goOn: Listener | undefined

  constructor(message: Message, options: unknown) {
    super()
    this.req = message
    this.#options = options
    if (created.hasSubscribers) this.#complete()
  }

  static {
    const { prototype } = ServerResponse
    for (const owner of [prototype, Object.getPrototypeOf(prototype) as object]) {
      for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
        // Those with a line are called by the others.
        if (Object.hasOwn(this.prototype, name) || name.startsWith('_')) continue
        this.#completeBefore(name, property as PropertyDescriptor)
      }
    }
  }

  static #completeBefore(name: string, { value, get, set }: PropertyDescriptor): void {
    if (typeof value === 'function') {
      Object.defineProperty(this.prototype, name, {
        value(this: LazyResponse, ...given: unknown[]) {
          this.#complete()
          // Somebody may replace it for all responses.
          return (first as unknown as Record<string, Listener>)[name]?.apply(this, given)
        },
        writable: true,
      })
    } else if (get) {
      Object.defineProperty(this.prototype, name, {
        get(this: LazyResponse) {
          this.#complete()
          return get.call(this) as unknown
        },
        set(this: LazyResponse, given: unknown) {
          this.#complete()
          set?.call(this, given)
        },
      })
    }
  }

  /** Whether what was left out can be done. */
  static canComplete(): boolean {
    try {
      // After seven V8 decides how much room a response gets.
      for (let made = 0; made < 8; made += 1) new LazyResponse(message, undefined).#complete()
      return true
    } catch {
      // The constructors of Node.js may become classes, which need `new`.
      return false
    }
  }

  /** Whether the system has the whole answer. */
  get isSent(): boolean {
    return this.#isSent
  }

  get writableFinished(): boolean {
    if (this.#isSent) return true
    this.#complete()
    return Reflect.get(first, 'writableFinished', this)
  }

  get writableEnded(): boolean {
    return this.finished
  }

  send(head: string, body: string, length: number): boolean {
    const connection = this.#connection
    const isOwn = this.#isLazy && this.#goOn && this._events === undefined
    if (!isOwn || !connection?.writable) return false
    const isTaken = writeTogether(connection, head, body, length)
    this.finished = true
    if (isTaken && connection.writableLength === 0) this.#finish()
    // The system will take it when the client has read more.
    else connection.write('', (error) => error ?? this.#finish())
    return true
  }

  #finish(): void {
    this.#isSent = true
    const goOn = this.#goOn
    this.#goOn = undefined
    if (goOn) goOn()
    else first.emit.call(this, 'finish')
  }

  assignSocket(connection: Connection): void {
    if (!this.#isLazy) return first.assignSocket.call(this as never, connection)
    this.#connection = connection
    connection._httpMessage = this
  }

  detachSocket(connection: Connection): void {
    if (!this.#isLazy) return first.detachSocket.call(this as never, connection)
    this.#connection = undefined
    connection._httpMessage = null
  }

  on(name: string, listener: Listener): this {
    if (name === 'finish' && this.#isLazy && !this.#goOn) this.#goOn = listener
    else {
      this.#complete()
      first.on.call(this as never, name, listener)
    }
    return this
  }

  /** Does what was left out. */
  #complete(): void {
    if (!this.#isLazy) return
    this.#isLazy = false
    const { shouldKeepAlive, finished, destroyed, sendDate, strictContentLength } = this
    const { _closed, _header, _keepAliveTimeout, _onPendingData, _expect_continue } = this
    Reflect.apply(ServerResponse, this, [this.req, this.#options])
    this.shouldKeepAlive = shouldKeepAlive
    this.finished = finished
    this.destroyed = destroyed
    this.sendDate = sendDate
    this.strictContentLength = strictContentLength
    this._closed = _closed
    this._keepAliveTimeout = _keepAliveTimeout
    this._onPendingData = _onPendingData
    this._expect_continue = _expect_continue
    // Of an answer that was sent, the head is not known any more.
    this._header = finished ? 'sent' : _header
    this._headerSent = finished
    const goOn = this.#goOn
    const connection = this.#connection
    this.#goOn = this.#connection = undefined
    if (goOn) first.on.call(this as never, 'finish', goOn)
    if (!connection) return
    connection._httpMessage = null
    first.assignSocket.call(this as never, connection)
    // Nobody will tell it any more.
    if (connection.closed) this._closed = this.destroyed = true
  }
}

/** For `createServer`. */
export const lazyResponses = LazyResponse.canComplete()
  ? { ServerResponse: LazyResponse as unknown as typeof ServerResponse }
  : {}

/**
 * Sends head and body at once; `length` is that of the body, in bytes. Gives false, and has sent nothing, where Node.js
 * has to.
 */
export function sendDirectly(
  response: Response,
  head: string,
  body: string,
  length: number,
): boolean {
  return response instanceof LazyResponse && response.send(head, body, length)
}

/** Node copies a shorter text sooner than it makes a view of bytes. */
const leastBytes = 4096
const mostBytes = 65_536
let room: Buffer | undefined

/** How Node's connections write. What somebody has put in the place of these may need the bytes for longer. */
const { write: writeChunk, _write: writeRaw } = Socket.prototype

/** Writes through bytes that are used again and again: as one text, head and body would be copied once more, into garbage. */
function writeTogether(connection: Socket, head: string, body: string, length: number): boolean {
  const encoding = length === body.length ? 'latin1' : 'utf8'
  const size = head.length + length
  const isPlain = connection.write === writeChunk && connection._write === writeRaw
  if (size < leastBytes || size > mostBytes || !isPlain) {
    return connection.write(head + body, encoding)
  }
  const bytes = room ?? Buffer.allocUnsafeSlow(mostBytes)
  room = undefined
  const start = bytes.write(head, 'latin1')
  const end = start + bytes.write(body, start, encoding)
  const isTaken = connection.write(bytes.subarray(0, end))
  // Else they are waiting in the connection.
  if (connection.writableLength === 0) room = bytes
  return isTaken
}

/** Whether the system is known to have the whole answer. */
export function wasSent(response: Response): boolean {
  return response instanceof LazyResponse && response.isSent
}

import { Buffer } from 'node:buffer'
import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage as Message, ServerResponse as Response } from 'node:http'
import { Socket } from 'node:net'
import { IncomingMessage, ServerResponse } from '../../server/node-http.ts'

/** An internal field of a connection in `node:http` of Node 22 to 26. */
interface Connection extends Socket {
  /** The current response of the connection. */
  _httpMessage: unknown
}
type Listener = (...args: unknown[]) => void

/** Subscribers of this channel expect responses that Node.js has initialized completely. */
const createdChannel = channel('http.server.response.created')

const message = Object.assign(new IncomingMessage(undefined as never), {
  method: 'GET',
  httpVersionMajor: 1,
  httpVersionMinor: 1,
})
/** A response created by Node.js. Lazy responses inherit its properties until they have their own. */
const prototypeResponse = Object.assign(new ServerResponse(message), { _events: undefined })

/** Makes V8 reserve space for the properties that the parent constructors set. */
const ReservedBase = Object.setPrototypeOf(function () {}, ServerResponse) as new () => object
ReservedBase.prototype = prototypeResponse

/**
 * A response that is initialized completely only if code does more with it than send a whole response:
 * `decisions/response-heads.md`.
 */
class LazyResponse extends ReservedBase {
  readonly req: Message
  statusCode = 200
  shouldKeepAlive = true
  finished = false
  destroyed = false
  _closed = false
  // Node.js sets these as soon as it has created the response.
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
  /** The listener with which Node.js continues with the next request of the connection. */
  #continueConnection: Listener | undefined

  constructor(message: Message, options: unknown) {
    super()
    this.req = message
    this.#options = options
    if (createdChannel.hasSubscribers) this.#initialize()
  }

  static {
    const { prototype } = ServerResponse
    for (const owner of [prototype, Object.getPrototypeOf(prototype) as object]) {
      for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
        // Methods whose names begin with an underscore are called only by other methods, which
        // initialize the response first.
        if (Object.hasOwn(this.prototype, name) || name.startsWith('_')) continue
        this.#initializeBefore(name, property as PropertyDescriptor)
      }
    }
  }

  static #initializeBefore(name: string, { value, get, set }: PropertyDescriptor): void {
    if (typeof value === 'function') {
      Object.defineProperty(this.prototype, name, {
        value(this: LazyResponse, ...args: unknown[]) {
          this.#initialize()
          // Looked up on each call, because code may replace the method for all responses.
          return (prototypeResponse as unknown as Record<string, Listener>)[name]?.apply(this, args)
        },
        writable: true,
      })
    } else if (get) {
      Object.defineProperty(this.prototype, name, {
        get(this: LazyResponse) {
          this.#initialize()
          return get.call(this) as unknown
        },
        set(this: LazyResponse, value: unknown) {
          this.#initialize()
          set?.call(this, value)
        },
      })
    }
  }

  /** True if lazy responses can be initialized on this version of Node.js. */
  static canInitialize(): boolean {
    try {
      // V8 fixes the size of the objects after seven instances, so errors may first appear with the eighth.
      for (let count = 0; count < 8; count += 1) new LazyResponse(message, undefined).#initialize()
      return true
    } catch {
      // Future Node.js versions may use classes, whose constructors need `new`.
      return false
    }
  }

  /** True if the whole response was passed to the operating system. */
  get isSent(): boolean {
    return this.#isSent
  }

  get writableFinished(): boolean {
    if (this.#isSent) return true
    this.#initialize()
    return Reflect.get(prototypeResponse, 'writableFinished', this)
  }

  get writableEnded(): boolean {
    return this.finished
  }

  send(head: string, body: string, length: number): boolean {
    const connection = this.#connection
    const isUntouched = this.#isLazy && this.#continueConnection && this._events === undefined
    if (!isUntouched || !connection?.writable) return false
    const isFlushed = writeHeadAndBody(connection, head, body, length)
    this.finished = true
    if (isFlushed && connection.writableLength === 0) this.#finish()
    // The operating system accepts the rest after the client has read more.
    else connection.write('', (error) => error ?? this.#finish())
    return true
  }

  #finish(): void {
    this.#isSent = true
    const continueConnection = this.#continueConnection
    this.#continueConnection = undefined
    if (continueConnection) continueConnection()
    else prototypeResponse.emit.call(this, 'finish')
  }

  assignSocket(connection: Connection): void {
    if (!this.#isLazy) return prototypeResponse.assignSocket.call(this as never, connection)
    this.#connection = connection
    connection._httpMessage = this
  }

  detachSocket(connection: Connection): void {
    if (!this.#isLazy) return prototypeResponse.detachSocket.call(this as never, connection)
    this.#connection = undefined
    connection._httpMessage = null
  }

  on(name: string, listener: Listener): this {
    if (name === 'finish' && this.#isLazy && !this.#continueConnection)
      this.#continueConnection = listener
    else {
      this.#initialize()
      prototypeResponse.on.call(this as never, name, listener)
    }
    return this
  }

  /** Initializes the response completely. */
  #initialize(): void {
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
    // The head of a response that has been sent is not stored.
    this._header = finished ? 'sent' : _header
    this._headerSent = finished
    const continueConnection = this.#continueConnection
    const connection = this.#connection
    this.#continueConnection = this.#connection = undefined
    if (continueConnection) prototypeResponse.on.call(this as never, 'finish', continueConnection)
    if (!connection) return
    connection._httpMessage = null
    prototypeResponse.assignSocket.call(this as never, connection)
    // The event 'close' has already been emitted.
    if (connection.closed) this._closed = this.destroyed = true
  }
}

/** Options for `createServer`. */
export const lazyResponses = LazyResponse.canInitialize()
  ? { ServerResponse: LazyResponse as unknown as typeof ServerResponse }
  : {}

/**
 * Sends head and body immediately. `length` is the length of the body in bytes. If Node.js has to send the response,
 * sends nothing and returns false.
 */
export function sendDirectly(
  response: Response,
  head: string,
  body: string,
  length: number,
): boolean {
  return response instanceof LazyResponse && response.send(head, body, length)
}

/** Below this size, joining head and body to one string is faster than writing them into the reused buffer. */
const minBytes = 4096
const maxBytes = 65_536
let reusableBuffer: Buffer | undefined

/** The original methods of Node. Methods that replace them may keep a reference to the bytes. */
const { write: writeChunk, _write: writeRaw } = Socket.prototype

/**
 * Writes head and body, through a reused buffer if possible. Joining head and body to one string would copy the body
 * once more and create garbage.
 */
function writeHeadAndBody(connection: Socket, head: string, body: string, length: number): boolean {
  const encoding = length === body.length ? 'latin1' : 'utf8'
  const size = head.length + length
  const isPlain = connection.write === writeChunk && connection._write === writeRaw
  if (size < minBytes || size > maxBytes || !isPlain) {
    return connection.write(head + body, encoding)
  }
  const bytes = reusableBuffer ?? Buffer.allocUnsafeSlow(maxBytes)
  reusableBuffer = undefined
  const start = bytes.write(head, 'latin1')
  const end = start + bytes.write(body, start, encoding)
  const isFlushed = connection.write(bytes.subarray(0, end))
  // While bytes are queued in the connection, the buffer cannot be reused.
  if (connection.writableLength === 0) reusableBuffer = bytes
  return isFlushed
}

/** True if the whole response has certainly been passed to the operating system. */
export function wasSent(response: Response): boolean {
  return response instanceof LazyResponse && response.isSent
}

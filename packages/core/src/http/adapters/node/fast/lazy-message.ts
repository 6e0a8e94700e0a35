import type { IncomingMessage as NodeMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { IncomingMessage } from '../../server/node-http.ts'

/** Internal fields of a message in `node:http` of Node 24 to 26. */
interface Internals {
  /** The state of the stream. */
  _readableState: unknown
  /** True if the message is being read. */
  _consuming: boolean
  _read(size: number): void
  /** Ends the stream of a message without a body. */
  _dumpAndCloseReadable?(): void
  _addHeaderLines(headers: string[], count: number): void
}
type Message = NodeMessage & Internals

/** A message created by Node.js. Lazy messages inherit its properties until they have their own. */
const prototypeMessage = Object.assign(new IncomingMessage(undefined as never), {
  _events: undefined,
}) as unknown as Message

/**
 * The getter of `readableEnded`. Using `Reflect.get` instead would add 5 % to the CPU instructions of a small POST
 * request.
 */
const readableEndedOf = Object.getOwnPropertyDescriptor(Readable.prototype, 'readableEnded')
  ?.get as (this: object) => boolean

/** Makes V8 reserve space for the properties that the parent constructors set. */
const ReservedBase = Object.setPrototypeOf(function () {}, IncomingMessage) as new () => object
ReservedBase.prototype = prototypeMessage

/**
 * A request that is initialized as a stream only if it has a body, or if a stream is needed:
 * `decisions/response-heads.md`.
 */
class LazyMessage extends ReservedBase {
  readonly socket: Socket
  readonly client: Socket
  // Node.js sets these as soon as it has created the message.
  httpVersionMajor = 1
  httpVersionMinor = 1
  httpVersion = '1.1'
  joinDuplicateHeaders = false
  url = ''
  upgrade: boolean | null = null
  rawHeaders: string[] = noHeaders
  method: string | null = null
  complete = false
  _consuming = true
  #isLazy = true

  constructor(socket: Socket) {
    super()
    this.socket = this.client = socket
  }

  /** Read by Node.js after each response. */
  get readableEnded(): boolean {
    return this.#isLazy || readableEndedOf.call(this)
  }

  /** Every stream operation reads this property first. */
  get _readableState(): unknown {
    return this.#initialize()
  }

  _addHeaderLines(headers: string[], count: number): void {
    if (this.#isLazy && (this.upgrade || announcesBody(headers))) this.#expectBody()
    // Node.js does not store an empty list of headers.
    this.rawHeaders = headers
    prototypeMessage._addHeaderLines.call(this as never, headers, count)
  }

  _dumpAndCloseReadable(): void {
    if (!this.#isLazy) prototypeMessage._dumpAndCloseReadable?.call(this as never)
  }

  _read(size: number): void {
    if (!this.#isLazy) prototypeMessage._read.call(this as never, size)
  }

  push(chunk: unknown, encoding?: BufferEncoding): boolean {
    return !this.#isLazy && prototypeMessage.push.call(this as never, chunk, encoding)
  }

  /** Initializes the message as a stream. */
  #initialize(): unknown {
    const own = { ...this }
    this.#becomeStream()
    Object.assign(this, own)
    prototypeMessage._dumpAndCloseReadable?.call(this as never)
    return this._readableState
  }

  /**
   * Like `#initialize`, for messages on which Node.js has set only a few properties. Copying every property would take
   * two microseconds.
   */
  #expectBody(): void {
    const { httpVersionMajor, httpVersionMinor, httpVersion } = this
    const { joinDuplicateHeaders, url, upgrade } = this
    this.#becomeStream()
    this.httpVersionMajor = httpVersionMajor
    this.httpVersionMinor = httpVersionMinor
    this.httpVersion = httpVersion
    this.joinDuplicateHeaders = joinDuplicateHeaders
    this.url = url
    this.upgrade = upgrade
  }

  #becomeStream(): void {
    this.#isLazy = false
    void new StateProperty(this)
    Reflect.apply(IncomingMessage, this, [this.socket])
  }
}

/** A class whose constructor returns the object that is passed to it. */
const ReturnArgument = function (object: object) {
  return object
} as unknown as new (object: object) => object

/** Defines the property on the object; an assignment would call the setter. */
class StateProperty extends ReturnArgument {
  _readableState: unknown = undefined
}

const noHeaders: string[] = []

function announcesBody(headers: readonly string[]): boolean {
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] as string
    if (name.length !== 14 && name.length !== 17) continue
    if (/^(?:content-length|transfer-encoding)$/iu.test(name)) return true
  }
  return false
}

function canInitialize(): boolean {
  try {
    // V8 fixes the size of the objects after seven instances, so errors may first appear with the eighth.
    for (let count = 0; count < 8; count += 1)
      void new LazyMessage(undefined as never)._readableState
    return true
  } catch {
    // Future Node.js versions may use classes, whose constructors need `new`.
    return false
  }
}

/**
 * Options for `createServer`. Empty if a lazy message cannot become a stream, or if Node.js has no
 * `_dumpAndCloseReadable`, which ends the stream of a request without a body.
 */
export const lazyMessages =
  prototypeMessage._dumpAndCloseReadable && canInitialize()
    ? { IncomingMessage: LazyMessage as unknown as typeof IncomingMessage }
    : {}

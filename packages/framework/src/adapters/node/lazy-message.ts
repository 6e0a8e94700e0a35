import type { IncomingMessage as NodeMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { IncomingMessage } from './node-http.ts'

/** What `node:http` keeps of a message: Node 24 to 26. */
interface Internals {
  /** Of a stream. */
  _readableState: unknown
  /** Whether somebody reads. */
  _consuming: boolean
  _read(size: number): void
  /** Ends the stream of a message without a body. */
  _dumpAndCloseReadable?(): void
  _addHeaderLines(headers: string[], count: number): void
}
type Message = NodeMessage & Internals

/** A message as Node.js makes it. A lazy one has from here what it has not itself. */
const first = Object.assign(new IncomingMessage(undefined as never), {
  _events: undefined,
}) as unknown as Message

/** Whether a stream has ended. With `Reflect.get` in its place a small POST takes 5 % more instructions. */
const endOf = Object.getOwnPropertyDescriptor(Readable.prototype, 'readableEnded')?.get as (
  this: object,
) => boolean

/** V8 leaves room for as many properties as the constructors that are inherited from set. */
const Wide = Object.setPrototypeOf(function () {}, IncomingMessage) as new () => object
Wide.prototype = first

/**
 * A request that becomes a stream when it has a body, or somebody wants a stream:
 * `decisions/heads-are-written-here.md`.
 */
class LazyMessage extends Wide {
  readonly socket: Socket
  readonly client: Socket
  // Node.js sets these as soon as it has the message.
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

  /** Node.js asks after each answer. */
  get readableEnded(): boolean {
    return this.#isLazy || endOf.call(this)
  }

  /** All that a stream does begins here. */
  get _readableState(): unknown {
    return this.#complete()
  }

  _addHeaderLines(headers: string[], count: number): void {
    if (this.#isLazy && (this.upgrade || announcesBody(headers))) this.#expectBody()
    // Node.js leaves out an empty list.
    this.rawHeaders = headers
    first._addHeaderLines.call(this as never, headers, count)
  }

  _dumpAndCloseReadable(): void {
    if (!this.#isLazy) first._dumpAndCloseReadable?.call(this as never)
  }

  _read(size: number): void {
    if (!this.#isLazy) first._read.call(this as never, size)
  }

  push(piece: unknown, encoding?: BufferEncoding): boolean {
    return !this.#isLazy && first.push.call(this as never, piece, encoding)
  }

  /** Does what was left out. */
  #complete(): unknown {
    const own = { ...this }
    this.#becomeStream()
    Object.assign(this, own)
    first._dumpAndCloseReadable?.call(this as never)
    return this._readableState
  }

  /** As `complete`, while Node.js has set few properties. All of them at once would take two microseconds. */
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
    void new OwnState(this)
    Reflect.apply(IncomingMessage, this, [this.socket])
  }
}

/** A class whose instance is the given object. */
const Given = function (object: object) {
  return object
} as unknown as new (object: object) => object

/** Gives an object the property itself, which an assignment would leave to the accessor. */
class OwnState extends Given {
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

function canComplete(): boolean {
  try {
    // After seven V8 decides how much room a message gets.
    for (let made = 0; made < 8; made += 1) void new LazyMessage(undefined as never)._readableState
    return true
  } catch {
    // The constructors of Node.js may become classes, which need `new`.
    return false
  }
}

/** For `createServer`. Without the first Node.js gives streams to requests without a body, too. */
export const lazyMessages =
  first._dumpAndCloseReadable && canComplete()
    ? { IncomingMessage: LazyMessage as unknown as typeof IncomingMessage }
    : {}

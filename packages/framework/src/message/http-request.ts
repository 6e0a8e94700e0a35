import type { Resolver } from '../container/binding.ts'
import { NotProvided } from '../container/errors.ts'
import { declareSupplied, findSupplied } from '../container/supplied.ts'
import type { Class } from '../reflection/type-info.ts'
import { CookieKeys } from './cookie-keys.ts'
import { Cookies } from './cookies.ts'
import { bodyTooLarge } from './http-error.ts'
import { limitedStream } from './limited-stream.ts'
import { evaluatePreconditions, type Preconditions } from './preconditions.ts'
import { clientAt, type Client, type Peer, type Proxies } from './proxies.ts'
import { randomId } from './random-id.ts'
import { tellSent, type RequestOperation, type Sent, type SentListener } from './sent.ts'
import { joined, passWhole, textOf, type TakeBytes } from './whole-body.ts'
import type { Reply } from './reply.ts'

/** The route of a request. */
export interface MatchedRoute {
  /** In upper case, such as `GET`. */
  readonly httpMethod: string
  /** The template, such as `/users/{id}`. */
  readonly path: string
  readonly controller: Class
  readonly methodName: string
}

/** The target of a request. */
export interface Target {
  /** `endpoint` is a path of the framework, such as `/docs`. `unmatched` requests get 400, 404 or 405. */
  readonly kind: 'route' | 'endpoint' | 'files' | 'unmatched'
  /** The template of a route, or the path of an endpoint or of static files. */
  readonly path?: string
  readonly route?: MatchedRoute
}

/** The plan for the requests of one target, computed at boot. */
export interface TargetPlan {
  readonly target: Target
  readonly placeholders: readonly string[]
  /** The decorators by class, the outermost level first. Of a setting, only those of the innermost level. */
  readonly attributes: ReadonlyMap<Class, readonly object[]>
  /** The classes that the middleware of the target declares with `@Provides`. */
  readonly provides: ReadonlySet<Class>
  /** The maximum size of a body, in bytes. */
  readonly bodyLimit: number
  /** The maximum size of a streamed body, in bytes. `Infinity` if the target has no limit. */
  readonly streamLimit: number
  /** Called for errors after the response was sent; it never throws. */
  readonly report: (error: unknown, request: HttpRequest) => void
  /** The keys for signed and sealed cookies. */
  readonly keys: CookieKeys
}

/** Returns a changed reply. It is called when the status is known, before the head is sent. */
export type HeadChange = (reply: Reply) => Reply | Promise<Reply>

/** The state of one request while it passes through the middleware. */
export class Exchange {
  readonly plan: TargetPlan
  /** The decoded values of the path's placeholders. */
  readonly values: readonly string[]
  /** Values that middleware provided. Undefined for most requests. */
  provided: Map<Class, unknown> | undefined = undefined
  /** The services of this request. Undefined if no middleware needs them. */
  scope: Resolver | undefined
  cookies: Cookies | undefined
  isHeadSent = false
  /** Changes to apply before the head is sent. Undefined if there are no changes. */
  head: readonly HeadChange[] | undefined
  /** Settles when work that continues after the response, with the services of the request, has ended. */
  late: Promise<unknown> | undefined

  constructor(plan: TargetPlan, values: readonly string[]) {
    this.plan = plan
    this.values = values
  }
}

/** Attaches the state for a target to a request. */
export let enterExchange: (request: HttpRequest, exchange: Exchange) => void

/** Returns the state of a request, or undefined if its target needs no state. */
export let exchangeOf: (request: HttpRequest) => Exchange | undefined

/** Returns the controller that aborts the signal of a request. It must be called before the signal is used. */
export let abortOf: (request: HttpRequest) => AbortController

/** Registers a change of the reply. It runs after the inner middleware and the handler have returned or thrown. */
export function beforeHead(request: HttpRequest, change: HeadChange): void {
  const exchange = exchangeOf(request)
  if (exchange) exchange.head = exchange.head ? [...exchange.head, change] : [change]
}

/** Sets the trusted proxies of a request. */
export let enterProxies: (request: HttpRequest, proxies: Proxies) => void

/** Sets the id of a request, for example that of another system. */
export let adoptId: (request: HttpRequest, id: string) => void

/** Returns the id of a request, or undefined if it was never used. */
export let idOf: (request: HttpRequest) => string | undefined

/** Attaches the operation that observes a request. */
export let enterOperation: (request: HttpRequest, operation: RequestOperation) => void

/** Returns the operation that observes a request, if any. */
export let operationOf: (request: HttpRequest) => RequestOperation | undefined

/** True if a trusted proxy forwarded the request. */
export let isForwarded: (request: HttpRequest) => boolean

/** A request, the same on every platform. Nothing is parsed or read before it is needed. */
export abstract class HttpRequest {
  /** In upper case, such as `GET`. */
  abstract readonly method: string
  /** The path as sent: percent-encoded, without the query. If only an equivalent path has a route, that path. */
  abstract readonly path: string
  /** The query string as it was sent, without `?`. Empty if there is no query string. */
  abstract readonly query: string
  #exchange: Exchange | undefined = undefined
  #extras: Extras | undefined = undefined

  /** Returns the value of a header by its lower-case name. */
  abstract header(name: string): string | undefined

  /** Returns the values of a header by its lower-case name, one for each line if the platform keeps them apart. */
  fields(name: string): readonly string[] {
    const value = this.header(name)
    return value === undefined ? [] : [value]
  }

  /** For adapters: creates a JSON response, if the platform has a faster way. The value must not change. */
  writeJson?(value: object, status: number): Response | undefined

  /** The request object of the platform, if there is a separate one. */
  get source(): object {
    return this
  }

  /** For adapters: aborted when the client disconnects before the response is complete. */
  abstract readonly clientSignal: AbortSignal

  /** Returns the same web `Request` at every call. It has no body if binding has already read it. */
  abstract toRequest(): Request

  /** Aborted when the client disconnects before the response is complete, and by `@Timeout`. */
  get signal(): AbortSignal {
    const extras = this.#extras
    if (!extras?.abort) return this.clientSignal
    return (extras.signal ??= AbortSignal.any([this.clientSignal, extras.abort.signal]))
  }

  /** The address of the client, as reported by trusted proxies. Undefined if the platform does not report it. */
  get ip(): string | undefined {
    return this.#client.address
  }

  /** True if the client's connection is encrypted, as reported by trusted proxies. */
  get secure(): boolean {
    return this.#client.secure
  }

  /** The host that the client requested, with its port. */
  get host(): string {
    return this.#client.host
  }

  /** The unique id of the request. */
  get id(): string {
    const extras = this.#gather()
    return (extras.id ??= randomId())
  }

  /** The cookies of the request and of its response. */
  get cookies(): Cookies {
    const holder = this.#exchange ?? this.#gather()
    return (holder.cookies ??= this.#openCookies())
  }

  /** The route of the request, if one matches. */
  get route(): MatchedRoute | undefined {
    return this.#exchange?.plan.target.route
  }

  /** The decoded values of the path's placeholders, by name. */
  get parameters(): Readonly<Record<string, string>> {
    const { plan, values } = this.#exchange ?? nothing
    return Object.fromEntries(plan.placeholders.map((name, index) => [name, values[index] ?? '']))
  }

  /** Returns the innermost decorator of a class: of the method, else of its class, else of the application. */
  attribute<T>(type: Class<T>): T | undefined {
    return this.attributes(type).at(-1)
  }

  /** Returns all decorators of a class, the outermost first. Of a setting, only those of the innermost level. */
  attributes<T>(type: Class<T>): readonly T[] {
    return (this.#exchange?.plan.attributes.get(type) ?? none) as readonly T[]
  }

  /** Provides a value for parameters of its type. Throws if no middleware is marked with `@Provides(type)`. */
  provide<T>(type: Class<T>, value: T): void {
    const exchange = this.#exchange ?? nothing
    if (!exchange.plan.provides.has(type)) {
      throw new TypeError(
        `request.provide(${type.name}, …) was called by a middleware that does not declare it. ` +
          `Mark its class @Provides(${type.name}).`,
      )
    }
    ;(exchange.provided ??= new Map()).set(type, value)
  }

  /** Returns a value that middleware provided. Throws `NotProvided` if there is no such value. */
  get<T>(type: Class<T>): T {
    const value = findSupplied(this.#exchange?.provided, type)
    if (value === undefined) throw new NotProvided(type)
    return value as T
  }

  /**
   * Evaluates conditional headers such as `If-Match`. Returns 304 if the copy of the client is current, 412 if a
   * condition is not met, and otherwise undefined. `lastModified` is an HTTP date.
   */
  judge(validators: Preconditions): 304 | 412 | undefined {
    return evaluatePreconditions(this, validators, true)
  }

  /** Reads the body, once for all readers. Rejects with `HttpError` 413 over the limit of the route. */
  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const extras = this.#gather()
    return (extras.bytes ??= this.#readBytes())
  }

  /**
   * Calls `listener` after the last byte of the response was passed to the connection, or when the client disconnected.
   * It must be added before the response is complete. Errors of the listener are logged.
   */
  onSent(listener: SentListener): void {
    const extras = this.#gather()
    if (extras.listeners) return void extras.listeners.push(listener)
    extras.listeners = [listener]
    if (!extras.operation) this.awaitSent()
  }

  /** For adapters: true if a listener or an operation waits for `sent`. */
  get hasListeners(): boolean {
    return (this.#extras?.operation ?? this.#extras?.listeners?.[0]) !== undefined
  }

  /** For adapters: reports that the response has ended. Never throws. */
  sent(sent: Sent): void {
    const { report } = (this.#exchange ?? nothing).plan
    if (this.#extras) tellSent(this.#extras, sent, (error) => report(error, this))
  }

  /** For binding: reads the body as a string. Rejects with 413 over `limit` bytes, and 400 for invalid UTF-8. */
  readText(limit: number): Promise<string> {
    const bytes = this.#extras?.bytes
    return bytes ? textOf(bytes, limit) : this.receiveText(limit)
  }

  /** For binding: passes each chunk of the body to `take`. Rejects with `HttpError` 413 over `limit` bytes. */
  passBytes(limit: number, take: TakeBytes): Promise<void> {
    const bytes = this.#extras?.bytes
    return bytes ? passWhole(bytes, limit, take) : this.receiveBytes(limit, take)
  }

  /** True if the chunks of `passBytes` are not reused by the platform, so `take` may keep them. */
  get givesPiecesAway(): boolean {
    return false
  }

  /** For adapters: the body as a stream, or the bytes that were already read. Empty if there is no body. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const bytes = this.#extras?.bytes
    if (!bytes) return this.#limited()
    return new ReadableStream({
      async start(controller) {
        const whole = await bytes
        if (whole.length > 0) controller.enqueue(whole)
        controller.close()
      },
    })
  }

  /** For adapters: the maximum size of `stream`, in bytes. */
  protected get streamLimit(): number {
    return (this.#exchange ?? nothing).plan.streamLimit
  }

  /** For adapters: true if `bytes` has been called. */
  protected get isRead(): boolean {
    return this.#extras?.bytes !== undefined
  }

  /** Called for the first listener, if the adapter has to detect the end of the response itself. */
  protected awaitSent(): void {}

  /** The other end of the connection, as the platform reports it. */
  protected abstract readonly peer: Peer
  protected abstract receiveText(limit: number): Promise<string>
  protected abstract receiveBytes(limit: number, take: TakeBytes): Promise<void>
  protected abstract receiveStream(): ReadableStream<Uint8Array<ArrayBuffer>>

  get #client(): Client {
    const extras = this.#gather()
    return (extras.client ??= this.#findClient(extras.proxies))
  }

  #findClient(proxies: Proxies | undefined): Client {
    const { peer } = this
    return proxies ? proxies.clientOf(peer, (name) => this.header(name)) : clientAt(peer)
  }

  #gather(): Extras {
    return (this.#extras ??= new Extras())
  }

  #openCookies(): Cookies {
    const { plan, isHeadSent } = this.#exchange ?? nothing
    return new Cookies(this, plan.keys, isHeadSent)
  }

  #limited(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const limit = this.streamLimit
    if (limit === Infinity) return this.receiveStream()
    if (Number(this.header('content-length')) > limit) throw bodyTooLarge(limit)
    return limitedStream(this.receiveStream(), limit)
  }

  async #readBytes(): Promise<Uint8Array<ArrayBuffer>> {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    const limit = (this.#exchange ?? nothing).plan.bodyLimit
    const copies = !this.givesPiecesAway
    await this.receiveBytes(limit, (piece) => void pieces.push(copies ? piece.slice() : piece))
    return joined(pieces)
  }

  static {
    enterExchange = (request, exchange) => void (request.#exchange = exchange)
    exchangeOf = (request) => request.#exchange
    enterProxies = (request, proxies) => void (request.#gather().proxies = proxies)
    adoptId = (request, id) => void (request.#gather().id = id)
    idOf = (request) => request.#extras?.id
    enterOperation = (request, operation) => {
      const extras = request.#gather()
      extras.operation = operation
      if (!extras.listeners) request.awaitSent()
    }
    operationOf = (request) => request.#extras?.operation
    isForwarded = (request) => request.#extras?.proxies !== undefined && request.#client.isForwarded
    abortOf = (request) => (request.#gather().abort ??= new AbortController())
  }
}

// Every request supplies itself.
declareSupplied(HttpRequest)

/** Values that every request supplies, by type. */
export const suppliedByRequest: ReadonlyMap<Class, (request: HttpRequest) => unknown> = new Map<
  Class,
  (request: HttpRequest) => unknown
>([
  [HttpRequest, (request) => request],
  [Cookies, (request) => request.cookies],
])

/** State that few requests need. */
class Extras {
  proxies: Proxies | undefined
  client: Client | undefined
  id: string | undefined
  cookies: Cookies | undefined
  bytes: Promise<Uint8Array<ArrayBuffer>> | undefined
  abort: AbortController | undefined
  /** The client's signal combined with that of `abort`. */
  signal: AbortSignal | undefined
  listeners: SentListener[] | undefined
  operation: RequestOperation | undefined
}

const none: readonly never[] = []

const nothing = new Exchange(
  {
    target: { kind: 'unmatched' },
    placeholders: none,
    attributes: new Map(),
    provides: new Set(),
    bodyLimit: 0,
    streamLimit: Infinity,
    report: (error) => console.error(error),
    keys: new CookieKeys([]),
  },
  none,
)
// There is no response that cookies could be set on.
nothing.isHeadSent = true

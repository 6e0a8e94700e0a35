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

/** A method of a controller, as far as a request knows it. */
export interface MatchedRoute {
  /** Upper case, such as `GET`. */
  readonly httpMethod: string
  /** The template, such as `/users/{id}`. */
  readonly path: string
  readonly controller: Class
  readonly methodName: string
}

/** What a request leads to. */
export interface Target {
  /** `endpoint` is a path of the framework itself, such as `/docs`; `unmatched` is what becomes 400, 404 or 405. */
  readonly kind: 'route' | 'endpoint' | 'files' | 'unmatched'
  /** The template of a route, or the path of an endpoint or of static files. */
  readonly path?: string
  readonly route?: MatchedRoute
}

/** What is known at boot about the requests of one target. */
export interface TargetPlan {
  readonly target: Target
  readonly placeholders: readonly string[]
  /** By class, the widest level first; of a setting those of the nearest level alone. */
  readonly attributes: ReadonlyMap<Class, readonly object[]>
  /** What the middleware around the target declares to provide. */
  readonly provides: ReadonlySet<Class>
  /** Of a body, in bytes. */
  readonly bodyLimit: number
  /** Of a body that is read as it arrives; `Infinity` where the target has no limit of its own. */
  readonly streamLimit: number
  /** Told about what is thrown after the answer; never throws. */
  readonly report: (error: unknown, request: HttpRequest) => void
  /** Of signed and sealed cookies. */
  readonly keys: CookieKeys
}

/** Makes another reply from one whose status is known, before its head is sent. */
export type HeadChange = (reply: Reply) => Reply | Promise<Reply>

/** What one request gathers on its way through middleware. */
export class Exchange {
  readonly plan: TargetPlan
  /** The decoded values of the path's placeholders. */
  readonly values: readonly string[]
  /** What middleware has handed on; few do. */
  provided: Map<Class, unknown> | undefined = undefined
  /** The services of this request; present where middleware needs them. */
  scope: Resolver | undefined
  cookies: Cookies | undefined
  isHeadSent = false
  /** Changes still to make before the head is sent; undefined if there are none. */
  head: readonly HeadChange[] | undefined
  /** Settles when work that goes on after the answer, with the request's services, has ended. */
  late: Promise<unknown> | undefined

  constructor(plan: TargetPlan, values: readonly string[]) {
    this.plan = plan
    this.values = values
  }
}

/** Begins what a request gathers on its way to a target. */
export let enterExchange: (request: HttpRequest, exchange: Exchange) => void

/** What a request has gathered; undefined where nothing needs it. */
export let exchangeOf: (request: HttpRequest) => Exchange | undefined

/** What aborts the signal of a request, ahead of its client. To be called before anybody has taken the signal. */
export let abortOf: (request: HttpRequest) => AbortController

/** Lets `change` make another reply from the one to a request, once everything further in has answered or failed. */
export function beforeHead(request: HttpRequest, change: HeadChange): void {
  const exchange = exchangeOf(request)
  if (exchange) exchange.head = exchange.head ? [...exchange.head, change] : [change]
}

/** Tells a request which proxies it may have come through. */
export let enterProxies: (request: HttpRequest, proxies: Proxies) => void

/** Gives a request the id that it already has elsewhere. */
export let adoptId: (request: HttpRequest, id: string) => void

/** The id of a request, where somebody has asked for one. */
export let idOf: (request: HttpRequest) => string | undefined

/** Has a request seen. */
export let enterOperation: (request: HttpRequest, operation: RequestOperation) => void

/** What sees a request, if anything does. */
export let operationOf: (request: HttpRequest) => RequestOperation | undefined

/** Whether a trusted proxy has passed a request on. */
export let isForwarded: (request: HttpRequest) => boolean

/** A request of any platform. Nothing is parsed or read before it is asked for. */
export abstract class HttpRequest {
  /** Upper case, such as `GET`. */
  abstract readonly method: string
  /** The path as sent: percent-encoded, without the query string. If only an equivalent path has a route, that path. */
  abstract readonly path: string
  /** The query string as sent, without `?`; empty when there is none. */
  abstract readonly query: string
  #exchange: Exchange | undefined = undefined
  #extras: Extras | undefined = undefined

  /** The value of a header by its lower-case name. */
  abstract header(name: string): string | undefined

  /** The values of a header by its lower-case name: one for each time that it was sent, as far as the platform tells. */
  fields(name: string): readonly string[] {
    const value = this.header(name)
    return value === undefined ? [] : [value]
  }

  /** For adapters: a value as an answer of JSON, where the platform has a faster way than text; nothing may change it. */
  writeJson?(value: object, status: number): Response | undefined

  /** The platform's own request, where that is an object of its own. */
  get source(): object {
    return this
  }

  /** For adapters: aborted when the client goes away before the response is complete. */
  abstract readonly clientSignal: AbortSignal

  /** The same object at every call. It has no body where binding has read the body before the first call. */
  abstract toRequest(): Request

  /** Aborted when the client goes away before the response is complete, and by `@Timeout`. */
  get signal(): AbortSignal {
    const extras = this.#extras
    if (!extras?.abort) return this.clientSignal
    return (extras.signal ??= AbortSignal.any([this.clientSignal, extras.abort.signal]))
  }

  /** The address of the client, seen through the trusted proxies; undefined where the platform does not tell it. */
  get ip(): string | undefined {
    return this.#client.address
  }

  /** Whether the client's connection is encrypted, as far as trusted proxies say. */
  get secure(): boolean {
    return this.#client.secure
  }

  /** The host that the client has requested, with its port. */
  get host(): string {
    return this.#client.host
  }

  /** The id of the request, which no other request has. */
  get id(): string {
    const extras = this.#gather()
    return (extras.id ??= randomId())
  }

  /** The cookies that the client has sent, and those of the answer. */
  get cookies(): Cookies {
    const holder = this.#exchange ?? this.#gather()
    return (holder.cookies ??= this.#openCookies())
  }

  /** The route that answers, where there is one. */
  get route(): MatchedRoute | undefined {
    return this.#exchange?.plan.target.route
  }

  /** The decoded values of the path's placeholders, by name. */
  get parameters(): Readonly<Record<string, string>> {
    const { plan, values } = this.#exchange ?? nothing
    return Object.fromEntries(plan.placeholders.map((name, index) => [name, values[index] ?? '']))
  }

  /** The attribute of a class that stands nearest to the route: on its method, else its class, else the application. */
  attribute<T>(type: Class<T>): T | undefined {
    return this.attributes(type).at(-1)
  }

  /** All attributes of a class, the application's first. Of a setting those of the nearest level, which wins as a whole. */
  attributes<T>(type: Class<T>): readonly T[] {
    return (this.#exchange?.plan.attributes.get(type) ?? none) as readonly T[]
  }

  /** Hands a value on, to whatever takes one of its type. Throws where no middleware around is marked @Provides(type). */
  provide<T>(type: Class<T>, value: T): void {
    const exchange = this.#exchange ?? nothing
    if (!exchange.plan.provides.has(type)) {
      throw new TypeError(
        `request.provide(${type.name}, …) was called by a middleware that does not say so. ` +
          `Mark its class @Provides(${type.name}).`,
      )
    }
    ;(exchange.provided ??= new Map()).set(type, value)
  }

  /** A value that middleware has provided. Throws `NotProvided` where none has. */
  get<T>(type: Class<T>): T {
    const value = findSupplied(this.#exchange?.provided, type)
    if (value === undefined) throw new NotProvided(type)
    return value as T
  }

  /**
   * The status for a client whose copy is still good (304), or whose condition is not met (412), by its `If-Match` and
   * the like; undefined where the request is to be answered. `lastModified` is an HTTP date.
   */
  judge(validators: Preconditions): 304 | 412 | undefined {
    return evaluatePreconditions(this, validators, true)
  }

  /**
   * The whole body as it was sent. Binding, `toRequest` and every later call get the same bytes. Rejects with
   * `HttpError` 413 over the limit of the route.
   */
  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const extras = this.#gather()
    return (extras.bytes ??= this.#readBytes())
  }

  /**
   * Calls `listener` once the last byte of the answer was handed to the connection, or when the client left. What it
   * throws is logged. To be called before the answer is complete.
   */
  onSent(listener: SentListener): void {
    const extras = this.#gather()
    if (extras.listeners) return void extras.listeners.push(listener)
    extras.listeners = [listener]
    if (!extras.operation) this.awaitSent()
  }

  /** For adapters: whether `sent` has anybody to tell. */
  get hasListeners(): boolean {
    return (this.#extras?.operation ?? this.#extras?.listeners?.[0]) !== undefined
  }

  /** For adapters: the answer has ended. Never throws. */
  sent(sent: Sent): void {
    const { report } = (this.#exchange ?? nothing).plan
    if (this.#extras) tellSent(this.#extras, sent, (error) => report(error, this))
  }

  /** For binding: the whole body as text. Rejects with `HttpError` 413 over `limit` bytes, 400 when it is not UTF-8. */
  readText(limit: number): Promise<string> {
    const bytes = this.#extras?.bytes
    return bytes ? textOf(bytes, limit) : this.receiveText(limit)
  }

  /** For binding: gives the body to `take` as it arrives. Rejects with `HttpError` 413 over `limit` bytes. */
  passBytes(limit: number, take: TakeBytes): Promise<void> {
    const bytes = this.#extras?.bytes
    return bytes ? passWhole(bytes, limit, take) : this.receiveBytes(limit, take)
  }

  /** Whether the pieces that `passBytes` gives belong to `take` alone. */
  get givesPiecesAway(): boolean {
    return false
  }

  /** For adapters: the body as it arrives, or the bytes that were read of it; empty when there is none. */
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

  /** For adapters: of what `stream` gives, in bytes. */
  protected get streamLimit(): number {
    return (this.#exchange ?? nothing).plan.streamLimit
  }

  /** For adapters: whether `bytes` has been called. */
  protected get isRead(): boolean {
    return this.#extras?.bytes !== undefined
  }

  /** Called with the first listener, where the adapter has to wait for the end by itself. */
  protected awaitSent(): void {}

  /** The other end of the connection, as the platform tells it. */
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

/** What every request supplies by itself, by its type. */
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
  /** That of the client, and of `abort`. */
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
// Nobody would take what is set.
nothing.isHeadSent = true

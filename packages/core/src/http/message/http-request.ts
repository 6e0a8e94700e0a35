import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Resolver } from '../../base/container/binding.ts'
import { NotProvided } from '../../base/container/errors.ts'
import { declareSupplied } from '../../base/container/supplied.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { CallContext, type ContextPlan, undeclared } from '../../calls/call-context.ts'
import { CookieKeys } from './cookie-keys.ts'
import { Cookies } from './cookies.ts'
import { bodyTooLarge } from './http-error.ts'
import { limitedStream } from './limited-stream.ts'
import { evaluatePreconditions, type Preconditions } from './preconditions.ts'
import { clientAt, type Client, type Peer, type Proxies } from './proxies.ts'
import { randomId } from './random-id.ts'
import type { MatchedRoute, Target } from './target.ts'
import { notifySent, type RequestOperation, type Sent, type SentListener } from './sent.ts'
import { concatBytes, passBytes, decodeBody, type ChunkHandler } from './whole-body.ts'
import type { Reply } from './reply.ts'

/** The plan for requests to one target, computed at boot. */
export interface TargetPlan extends ContextPlan {
  readonly target: Target
  readonly placeholders: readonly string[]
  /** The maximum size of a body, in bytes. */
  readonly bodyLimit: number
  /** The maximum size of a streamed body, in bytes; `Infinity` for no limit. */
  readonly streamLimit: number
  /** Called for errors that occur too late to change the response. Must not throw. */
  readonly report: (error: unknown, request: HttpRequest) => void
  /** The keys for signed and sealed cookies. */
  readonly keys: CookieKeys
}

/** Returns a changed reply. Called when the status is known, before the head is sent. */
export type HeadChange = (reply: Reply) => MaybePromise<Reply>

/** The state of one request while it passes through the middleware. */
export class RequestContext extends CallContext<TargetPlan> {
  readonly request: HttpRequest
  /** The decoded values of the path's placeholders. */
  readonly values: readonly string[]
  cookies: Cookies | undefined = undefined
  isHeadSent = false
  /** Changes to apply before the head is sent. Undefined if there are no changes. */
  head: readonly HeadChange[] | undefined = undefined

  constructor(
    request: HttpRequest,
    plan: TargetPlan,
    values: readonly string[],
    services: Resolver,
  ) {
    super(plan, services)
    this.request = request
    this.values = values
  }

  /** Reports an error that occurs too late to change the response. Never throws. */
  report(error: unknown): void {
    this.plan.report(error, this.request)
  }
}

/** Registers a change of the reply, which runs after the inner middleware and the handler have returned or thrown. */
export function beforeHead({ context }: HttpRequest, change: HeadChange): void {
  if (context) context.head = context.head ? [...context.head, change] : [change]
}

/** A request, with the same interface on every platform. Query, cookies and body are parsed only when needed. */
export abstract class HttpRequest {
  /** The HTTP method in upper case, such as `GET`. */
  abstract readonly method: string
  /** The path as sent, percent-encoded. If no route matches it, its percent-encoding is normalized. */
  abstract readonly path: string
  /** The query string as it was sent, without `?`. Empty if there is no query string. */
  abstract readonly query: string
  #context: RequestContext | undefined = undefined
  #extras: Extras | undefined = undefined

  /** Internal: the state of the request in its middleware; undefined if its target needs no state. */
  get context(): RequestContext | undefined {
    return this.#context
  }

  /** Internal: creates the context. */
  enter(plan: TargetPlan, values: readonly string[], services: Resolver): RequestContext {
    return (this.#context = new RequestContext(this, plan, values, services))
  }

  /** Returns the value of a header by its lower-case name. */
  abstract header(name: string): string | undefined

  /**
   * Returns the values of a header by its lower-case name, one for each header line if the platform does not join them.
   */
  fields(name: string): readonly string[] {
    const value = this.header(name)
    return value === undefined ? [] : [value]
  }

  /**
   * For adapters: creates a JSON response if the platform has a faster way. Called only if no
   * middleware can change the response.
   */
  writeJson?(value: object, status: number): Response | undefined

  /** The web `Request` of the platform, or else this object. */
  get source(): object {
    return this
  }

  /** For adapters: the signal that is aborted when the client disconnects before the response is complete. */
  abstract readonly clientSignal: AbortSignal

  /** Returns a web `Request`. Its body cannot be read if binding has read it, unless `bytes` was called first. */
  abstract toRequest(): Request

  /**
   * The signal that is aborted if the client disconnects before the response is complete, if the
   * `@Timeout` expires, or if the server closes while it sends an event stream.
   */
  get signal(): AbortSignal {
    const context = this.#context
    if (!context?.abort) return this.clientSignal
    const extras = this.#ensureExtras()
    return (extras.signal ??= context.signalWith(this.clientSignal))
  }

  /** The address of the client, as reported by trusted proxies. Undefined if the platform does not provide it. */
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

  /** Internal: true if a trusted proxy forwarded the request. */
  get isForwarded(): boolean {
    return this.#extras?.proxies !== undefined && this.#client.isForwarded
  }

  /** Internal: sets the trusted proxies. */
  trustProxies(proxies: Proxies): void {
    this.#ensureExtras().proxies = proxies
  }

  /** The id of the request: a random UUID, or the id that a trusted proxy has sent. */
  get id(): string {
    const extras = this.#ensureExtras()
    return (extras.id ??= randomId())
  }

  /** For internal use: the id; undefined if no code has read it yet. */
  get usedId(): string | undefined {
    return this.#extras?.id
  }

  /** Internal: sets the id, for example to that of another system. */
  adoptId(id: string): void {
    this.#ensureExtras().id = id
  }

  /** The cookies of the request and of its response. */
  get cookies(): Cookies {
    const owner = this.#context ?? this.#ensureExtras()
    return (owner.cookies ??= this.#openCookies())
  }

  /** The route of the request; undefined if none matches, or if the request has no `context`. */
  get route(): MatchedRoute | undefined {
    return this.#context?.plan.target.route
  }

  /** The decoded values of the path's placeholders, by name. Empty if the request has no `context`. */
  get parameters(): Readonly<Record<string, string>> {
    const context = this.#context
    if (!context) return {}
    const { plan, values } = context
    return Object.fromEntries(plan.placeholders.map((name, index) => [name, values[index] ?? '']))
  }

  /** Returns the innermost decorator of a type: on the method, or else on its class, or else on the application. */
  attribute<T>(type: Class<T>): T | undefined {
    return this.attributes(type).at(-1)
  }

  /**
   * Returns all decorators of a type, the outermost first. For a `Setting`, such as `@Cors`, only
   * the decorators of the innermost level are included.
   */
  attributes<T>(type: Class<T>): readonly T[] {
    return (this.#context?.plan.attributes.get(type) ?? none) as readonly T[]
  }

  /** Provides a value for parameters of its type. Throws if no middleware is marked with `@Provides(type)`. */
  provide<T>(type: Class<T>, value: T): void {
    if (!this.#context) throw undeclared(type)
    this.#context.provide(type, value)
  }

  /** Returns a value that middleware provided. Throws `NotProvided` if there is no such value. */
  get<T>(type: Class<T>): T {
    if (!this.#context) throw new NotProvided(type)
    return this.#context.get(type)
  }

  /**
   * Evaluates conditional headers such as `If-Match`. Returns 304 if the client's copy is current, 412 if a condition
   * is not met, and otherwise undefined. `lastModified` is an HTTP date.
   */
  evaluatePreconditions(validators: Preconditions): 304 | 412 | undefined {
    return evaluatePreconditions(this, validators, true)
  }

  /** Reads the body once, for all callers. Rejects with `HttpError` 413 if it exceeds the route's limit. */
  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const extras = this.#ensureExtras()
    return (extras.bytes ??= this.#readBytes())
  }

  /**
   * Calls `listener` after the last byte of the response was passed to the connection, or after the client
   * disconnected. Add the listener before the response is complete. Errors of the listener are logged.
   */
  onSent(listener: SentListener): void {
    const extras = this.#ensureExtras()
    if (extras.listeners) return void extras.listeners.push(listener)
    extras.listeners = [listener]
    if (!extras.operation) this.awaitSent()
  }

  /** Internal: sets the operation that observes the request. */
  observe(operation: RequestOperation): void {
    const extras = this.#ensureExtras()
    extras.operation = operation
    if (!extras.listeners) this.awaitSent()
  }

  /** Internal: the operation that observes the request, if any. */
  get operation(): RequestOperation | undefined {
    return this.#extras?.operation
  }

  /** For adapters: true if a listener or an operation waits for `sent`. */
  get hasListeners(): boolean {
    return (this.#extras?.operation ?? this.#extras?.listeners?.[0]) !== undefined
  }

  /** For adapters: reports that the response has ended. Never throws. */
  sent(sent: Sent): void {
    const { report } = this.#plan
    if (this.#extras) notifySent(this.#extras, sent, (error) => report(error, this))
  }

  /**
   * For binding: reads the body as a string. Rejects with 413 if it exceeds `limit` bytes, and with 400 if it is not
   * valid UTF-8.
   */
  readText(limit: number): Promise<string> {
    const bytes = this.#extras?.bytes
    return bytes ? decodeBody(bytes, limit) : this.receiveText(limit)
  }

  /**
   * For binding: passes each chunk of the body to `onChunk`. Rejects with `HttpError` 413 if it exceeds `limit` bytes.
   */
  passBytes(limit: number, onChunk: ChunkHandler): Promise<void> {
    const bytes = this.#extras?.bytes
    return bytes ? passBytes(bytes, limit, onChunk) : this.receiveBytes(limit, onChunk)
  }

  /** True if the platform does not reuse the chunks of `passBytes`, so `onChunk` may keep them. */
  get givesPiecesAway(): boolean {
    return false
  }

  /** For adapters: returns the body as a stream, even if `bytes` has read it. Empty if there is no body. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const bytes = this.#extras?.bytes
    if (!bytes) return this.#limitedBody()
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
    return this.#plan.streamLimit
  }

  /** For adapters: true if `bytes` has been called. */
  protected get isRead(): boolean {
    return this.#extras?.bytes !== undefined
  }

  /**
   * Called when the first listener or operation is added. Adapters override this method if they have to detect the end
   * of the response themselves.
   */
  protected awaitSent(): void {}

  /** The other end of the connection, a client or a proxy, as reported by the platform. */
  protected abstract readonly peer: Peer
  protected abstract receiveText(limit: number): Promise<string>
  protected abstract receiveBytes(limit: number, onChunk: ChunkHandler): Promise<void>
  protected abstract receiveStream(): ReadableStream<Uint8Array<ArrayBuffer>>

  get #plan(): TargetPlan {
    return this.#context?.plan ?? noPlan
  }

  get #client(): Client {
    const extras = this.#ensureExtras()
    return (extras.client ??= this.#findClient(extras.proxies))
  }

  #findClient(proxies: Proxies | undefined): Client {
    const { peer } = this
    return proxies ? proxies.clientOf(peer, (name) => this.header(name)) : clientAt(peer)
  }

  #ensureExtras(): Extras {
    return (this.#extras ??= new Extras())
  }

  #openCookies(): Cookies {
    // Without a context, cookies are not added to the response, so setting one throws.
    return new Cookies(this, this.#plan.keys, this.#context?.isHeadSent ?? true)
  }

  #limitedBody(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const limit = this.streamLimit
    if (limit === Infinity) return this.receiveStream()
    if (Number(this.header('content-length')) > limit) throw bodyTooLarge(limit)
    return limitedStream(this.receiveStream(), limit)
  }

  async #readBytes(): Promise<Uint8Array<ArrayBuffer>> {
    const chunks: Uint8Array<ArrayBuffer>[] = []
    const limit = this.#plan.bodyLimit
    const copies = !this.givesPiecesAway
    await this.receiveBytes(limit, (chunk) => void chunks.push(copies ? chunk.slice() : chunk))
    return concatBytes(chunks)
  }
}

// A class that takes the request is request-scoped, because each request provides a different object.
declareSupplied(HttpRequest)

/** Values that every request supplies, by type. */
export const suppliedByRequest: ReadonlyMap<Class, (request: HttpRequest) => unknown> = new Map<
  Class,
  (request: HttpRequest) => unknown
>([
  [HttpRequest, (request) => request],
  [Cookies, (request) => request.cookies],
])

/** State that only few requests need. */
class Extras {
  proxies: Proxies | undefined
  client: Client | undefined
  id: string | undefined
  cookies: Cookies | undefined
  bytes: Promise<Uint8Array<ArrayBuffer>> | undefined
  /** The client's signal combined with the signal of the context. */
  signal: AbortSignal | undefined
  listeners: SentListener[] | undefined
  operation: RequestOperation | undefined
}

const none: readonly never[] = []

/** The plan of a request without a context. */
const noPlan: TargetPlan = {
  target: { kind: 'unmatched' },
  placeholders: none,
  attributes: new Map(),
  provides: new Set(),
  bodyLimit: 0,
  streamLimit: Infinity,
  report: (error) => console.error(error),
  keys: new CookieKeys([]),
}

// Written by fw client. Do not edit: its next run overwrites this file

/** A whole number with a unit: `250ms`, `30s`, `5m`, `1h`. */
export type Duration = `${number}${'ms' | 's' | 'm' | 'h'}`

export type HeaderValues =
  | Headers
  | Readonly<Record<string, string | undefined>>
  | Iterable<readonly [string, string]>

/** Options for all calls of a client. */
export interface ClientOptions {
  /** The base URL of the server, such as `https://api.example.com`. Default: the origin of the page. */
  readonly baseUrl?: string | undefined
  /** Headers for each request. A function is called before each attempt. */
  readonly headers?: HeaderValues | (() => HeaderValues | Promise<HeaderValues>) | undefined
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  readonly credentials?: 'include' | 'omit' | 'same-origin' | undefined
  /**
   * The time limit for one attempt, until the response is complete. For a stream, or an operation that returns a
   * `Response`, until the headers have arrived.
   */
  readonly timeout?: Duration | undefined
  /** The number of times to retry a request that can safely be repeated. Default: 0. */
  readonly retry?: number | undefined
}

/** Options for one call. */
export interface CallOptions {
  /** A client created by `createClient`, or its options. */
  readonly client?: ClientOptions | BoundClient | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeout?: Duration | undefined
  readonly retry?: number | undefined
  readonly headers?: HeaderValues | undefined
  /** Sends the requests, instead of `fetch`. */
  readonly transport?: Transport | undefined
}

export type Transport = (url: string, init: RequestInit) => Promise<Response>

declare const settings: unique symbol

export interface BoundClient {
  readonly [settings]: ClientOptions
}

/** Thrown if a call fails. The `isError` of the operation narrows the type of the error. */
export declare class ApiError extends Error {
  private constructor()
  readonly kind: 'validation' | 'error' | 'unexpected' | 'network' | 'timeout' | 'aborted'
  /** The HTTP status code; undefined if there was no complete response. */
  readonly status?: number
  /** The parsed JSON, or a string. */
  readonly body?: unknown
  readonly headers?: Headers
  readonly errors?: unknown
}

export interface Ok<Data> {
  readonly kind: 'ok'
  readonly status: number
  readonly data: Data
  readonly headers: Headers
}

/** A response with validation errors, as messages by field. */
export interface Invalid<Keys extends string> {
  readonly kind: 'validation'
  readonly status: 422
  readonly errors: { readonly [Key in Keys]?: readonly string[] }
  readonly body: unknown
  readonly headers: Headers
}

/** An error that is documented for the operation. */
export interface Documented<Status extends number, Body> {
  readonly kind: 'error'
  readonly status: Status
  readonly body: Body
  readonly headers: Headers
}

/** A response that is not documented for the operation. */
export interface Unexpected {
  readonly kind: 'unexpected'
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
}

/** The failure of a call without a complete response. */
export interface Unanswered {
  readonly kind: 'network' | 'timeout' | 'aborted'
  readonly cause: unknown
}

export type Failure = Unexpected | Unanswered

interface Callable<Input, Data, Failures> {
  /** Calls the operation. Never rejects: if the call fails, resolves to the failure. */
  safe(input: Input, options?: CallOptions): Promise<Ok<Data> | Failures>
  /**
   * Returns the URL of the request, which is relative unless this is an operation of a client with a `baseUrl`. Throws
   * if the value of a placeholder is not allowed in a path.
   */
  url(input: Input): string
  /** True if this operation threw the error. */
  isError(error: unknown): error is ApiError & Failures
}

/** A function that calls an operation. Resolves to the data of the response. Rejects with `ApiError`. */
export interface Operation<Input, Data, Failures> extends Callable<Input, Data, Failures> {
  (input: Input, options?: CallOptions): Promise<Data>
}

interface OptionalCallable<Input, Data, Failures> {
  /** Calls the operation. Never rejects: if the call fails, resolves to the failure. */
  safe(input?: Input, options?: CallOptions): Promise<Ok<Data> | Failures>
  /** Returns the URL of the request, which is relative unless this is an operation of a client with a `baseUrl`. */
  url(input?: Input): string
  /** True if this operation threw the error. */
  isError(error: unknown): error is ApiError & Failures
}

/** Like `Operation`, but without required input. */
export interface OptionalOperation<Input, Data, Failures> extends OptionalCallable<
  Input,
  Data,
  Failures
> {
  (input?: Input, options?: CallOptions): Promise<Data>
}

/** An event stream. Await it to wait for its start, or iterate over it directly. */
export interface EventStream<Event> extends Promise<AsyncIterable<Event>>, AsyncIterable<Event> {}

export interface StreamOperation<Input, Event, Failures> extends Callable<
  Input,
  AsyncIterable<Event>,
  Failures
> {
  (input: Input, options?: CallOptions): EventStream<Event>
}

export interface OptionalStreamOperation<Input, Event, Failures> extends OptionalCallable<
  Input,
  AsyncIterable<Event>,
  Failures
> {
  (input?: Input, options?: CallOptions): EventStream<Event>
}

/** An event with its name and id. */
export interface NamedEvent<Data, Name extends string = string> {
  readonly data: Data
  readonly event: Name
  readonly id: string | undefined
}

/** Iterates over the pages of a list, and over their items. */
export interface Paged<Input, Page extends { readonly data: readonly unknown[] }> {
  pages(input: Input, options?: CallOptions): AsyncGenerator<Page, void, undefined>
  items(input: Input, options?: CallOptions): AsyncGenerator<Page['data'][number], void, undefined>
}

export interface OptionalPaged<Input, Page extends { readonly data: readonly unknown[] }> {
  pages(input?: Input, options?: CallOptions): AsyncGenerator<Page, void, undefined>
  items(input?: Input, options?: CallOptions): AsyncGenerator<Page['data'][number], void, undefined>
}

declare const brand: unique symbol

/** The mark that makes a scalar a separate type for the compiler: `'7' as OrderId`. */
export interface Brand<Name extends string> {
  readonly [brand]: Name
}

/** A type of `Temporal`, or a string if the program does not declare `Temporal`. */
export type TemporalValue<Name extends string> = typeof globalThis extends {
  Temporal: Readonly<Record<Name, { readonly prototype: infer Value }>>
}
  ? Value
  : string

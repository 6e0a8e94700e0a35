// Written by fw client, and written anew by its next run

/** A count with its unit: `250ms`, `30s`, `5m`, `1h`. */
export type Duration = `${number}${'ms' | 's' | 'm' | 'h'}`

export type HeaderValues =
  | Headers
  | Readonly<Record<string, string | undefined>>
  | Iterable<readonly [string, string]>

/** What holds for all calls of a client. */
export interface ClientOptions {
  /** Where the paths begin, such as `https://api.example.com`. Default: the origin of the page. */
  readonly baseUrl?: string | undefined
  /** A function is asked before each attempt. */
  readonly headers?: HeaderValues | (() => HeaderValues | Promise<HeaderValues>) | undefined
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  readonly credentials?: 'include' | 'omit' | 'same-origin' | undefined
  /** Of one attempt with its answer; of a stream until it begins. */
  readonly timeout?: Duration | undefined
  /** How often a request that may be repeated is sent again. Default 0. */
  readonly retry?: number | undefined
}

/** What holds for one call. */
export interface CallOptions {
  /** One of `createClient`, or its options. */
  readonly client?: ClientOptions | BoundClient | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeout?: Duration | undefined
  readonly retry?: number | undefined
  readonly headers?: HeaderValues | undefined
  /** Takes the place of `fetch`. */
  readonly transport?: Transport | undefined
}

export type Transport = (url: string, init: RequestInit) => Promise<Response>

declare const settings: unique symbol

export interface BoundClient {
  readonly [settings]: ClientOptions
}

/** What a failed call throws; `isError` of its operation tells more about it. */
export declare class ApiError extends Error {
  private constructor()
  readonly kind: 'validation' | 'error' | 'unexpected' | 'network' | 'timeout' | 'aborted'
  /** Undefined where no answer came. */
  readonly status?: number
  /** JSON, or else text. */
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

/** Messages by field. */
export interface Invalid<Keys extends string> {
  readonly kind: 'validation'
  readonly status: 422
  readonly errors: { readonly [Key in Keys]?: readonly string[] }
  readonly body: unknown
  readonly headers: Headers
}

/** A documented failure. */
export interface Documented<Status extends number, Body> {
  readonly kind: 'error'
  readonly status: Status
  readonly body: Body
  readonly headers: Headers
}

/** An answer that is not documented. */
export interface Unexpected {
  readonly kind: 'unexpected'
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
}

/** No answer, or not all of it. */
export interface Unanswered {
  readonly kind: 'network' | 'timeout' | 'aborted'
  readonly cause: unknown
}

export type Failure = Unexpected | Unanswered

interface Callable<Input, Data, Failures> {
  /** Gives failures as values, and never rejects. */
  safe(input: Input, options?: CallOptions): Promise<Ok<Data> | Failures>
  /** The address of the request. Throws for a placeholder that no path can hold. */
  url(input: Input): string
  /** Whether an error was thrown by this operation. */
  isError(error: unknown): error is ApiError & Failures
}

/** Resolves with the data of the answer, and throws `ApiError`. */
export interface Operation<Input, Data, Failures> extends Callable<Input, Data, Failures> {
  (input: Input, options?: CallOptions): Promise<Data>
}

interface OptionalCallable<Input, Data, Failures> {
  /** Gives failures as values, and never rejects. */
  safe(input?: Input, options?: CallOptions): Promise<Ok<Data> | Failures>
  /** The address of the request. */
  url(input?: Input): string
  /** Whether an error was thrown by this operation. */
  isError(error: unknown): error is ApiError & Failures
}

/** Resolves with the data of the answer, and throws `ApiError`. Needs no input. */
export interface OptionalOperation<Input, Data, Failures> extends OptionalCallable<
  Input,
  Data,
  Failures
> {
  (input?: Input, options?: CallOptions): Promise<Data>
}

/** Can be awaited, which tells whether it begins, or read at once. */
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

/** The pages of a list, and what is on them, one after the other. */
export interface Paged<Input, Page extends { readonly data: readonly unknown[] }> {
  pages(input: Input, options?: CallOptions): AsyncGenerator<Page, void, undefined>
  items(input: Input, options?: CallOptions): AsyncGenerator<Page['data'][number], void, undefined>
}

export interface OptionalPaged<Input, Page extends { readonly data: readonly unknown[] }> {
  pages(input?: Input, options?: CallOptions): AsyncGenerator<Page, void, undefined>
  items(input?: Input, options?: CallOptions): AsyncGenerator<Page['data'][number], void, undefined>
}

declare const brand: unique symbol

/** What tells a scalar from others for compilers alone: `'7' as OrderId`. */
export interface Brand<Name extends string> {
  readonly [brand]: Name
}

/** A type of Temporal; text where the program does not declare them. */
export type TemporalValue<Name extends string> = typeof globalThis extends {
  Temporal: Readonly<Record<Name, { readonly prototype: infer Value }>>
}
  ? Value
  : string

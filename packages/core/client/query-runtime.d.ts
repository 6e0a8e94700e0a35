// Written by fw client. Do not edit: its next run overwrites this file
import type { ApiError, CallOptions } from './runtime.js'

/** The data of a query, with null instead of undefined. */
type Present<Data> = undefined extends Data ? Exclude<Data, undefined> | null : Data

/** Plain options for TanStack Query 5. They import no package, and work with every adapter of TanStack Query. */
export interface QueryOptions<Data, Failures> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Present<Data>>
  /** Never set; it only declares the type of errors. */
  readonly retryDelay?: (count: number, error: ApiError & Failures) => number
}

export interface InfiniteOptions<Page, Failures, Parameter> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: {
    readonly signal: AbortSignal
    readonly pageParam: Parameter
  }) => Promise<Page>
  readonly initialPageParam: Parameter
  readonly getNextPageParam: (page: Page) => Parameter | undefined
  readonly retryDelay?: (count: number, error: ApiError & Failures) => number
}

export interface MutationOptions<Input, Data, Failures> {
  readonly mutationKey: readonly unknown[]
  readonly mutationFn: (input: Input) => Promise<Data>
  readonly retryDelay?: (count: number, error: ApiError & Failures) => number
}

/** The options for a call, without the signal, which TanStack Query provides. */
type Options = Omit<CallOptions, 'signal'>

interface Keyed<Input> {
  /** The query key of the operation, for all inputs, or only for inputs with the values in `partial`. */
  key(partial?: Partial<Input>): readonly unknown[]
}

export interface Queries<Input, Data, Failures> extends Keyed<Input> {
  query(input: Input, options?: Options): QueryOptions<Data, Failures>
}

export interface OptionalQueries<Input, Data, Failures> extends Keyed<Input> {
  query(input?: Input, options?: Options): QueryOptions<Data, Failures>
}

export interface Pages<Input, Page, Failures, Parameter> {
  infinite(input: Input, options?: Options): InfiniteOptions<Page, Failures, Parameter>
}

export interface OptionalPages<Input, Page, Failures, Parameter> {
  infinite(input?: Input, options?: Options): InfiniteOptions<Page, Failures, Parameter>
}

export interface Mutations<Input, Data, Failures> {
  mutation(options?: CallOptions): MutationOptions<Input, Data, Failures>
}

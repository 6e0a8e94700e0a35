// Types for the parts of "postgres" (postgres.js) that the adapter uses. The adapter never loads the driver itself.

export interface PostgresJsOptions {
  readonly prepare: boolean
  readonly simple: false
}

export interface PostgresJsResult extends Array<Record<string, unknown>> {
  readonly count: number | null
  readonly columns?: readonly { readonly name: string; readonly type: number }[] | null
}

export interface PostgresJsQuery extends Promise<PostgresJsResult> {
  /** True if the server is working on this query. */
  readonly active: boolean
  /** The function that `cancel()` calls without awaiting it. */
  readonly canceller?: ((query: PostgresJsQuery) => Promise<void>) | null
}

type Callback = (sql: PostgresJs) => Promise<void>

export interface PostgresJs {
  readonly options: { readonly max: number }
  unsafe(text: string, values: readonly unknown[], options: PostgresJsOptions): PostgresJsQuery
  /** Wraps a value with its type number. */
  typed(value: unknown, type: number): unknown
  begin?(options: string, callback: Callback): Promise<void>
  /** Opens a savepoint. Exists only in a transaction. */
  savepoint?(callback: Callback): Promise<void>
}

// What this package uses of "postgres" (postgres.js), by shape: the driver itself is never loaded from here.

export interface PostgresJsOptions {
  readonly prepare: boolean
  readonly simple: false
}

export interface PostgresJsResult extends Array<Record<string, unknown>> {
  readonly count: number | null
  readonly columns?: readonly { readonly name: string; readonly type: number }[] | null
}

export interface PostgresJsQuery extends Promise<PostgresJsResult> {
  /** Whether it is the one that the server is working on. */
  readonly active: boolean
  /** What its `cancel()` calls, and does not wait for. */
  readonly canceller?: ((query: PostgresJsQuery) => Promise<void>) | null
}

type Callback = (sql: PostgresJs) => Promise<void>

export interface PostgresJs {
  readonly options: { readonly max: number }
  unsafe(text: string, values: readonly unknown[], options: PostgresJsOptions): PostgresJsQuery
  /** A value with the number of its type. */
  typed(value: unknown, type: number): unknown
  begin?(options: string, callback: Callback): Promise<void>
  /** Only within a transaction. */
  savepoint?(callback: Callback): Promise<void>
}

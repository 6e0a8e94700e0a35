// Types for the parts of "pg" that the adapter uses. The adapter never loads the driver itself.

export interface PgQuery {
  readonly name?: string | undefined
  readonly text: string
  readonly values: readonly unknown[]
}

export interface PgResult {
  readonly command: string | null
  readonly rowCount: number | null
  readonly rows: Record<string, unknown>[]
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[]
}

interface Emitter {
  on(event: string, listener: (...args: never[]) => void): unknown
  removeListener(event: string, listener: (...args: never[]) => void): unknown
  listenerCount(event: string): number
}

export interface PgClient extends Emitter {
  query(query: PgQuery | string): Promise<PgResult>
  connect(): Promise<unknown>
  getTypeParser(oid: number): unknown
  getTransactionStatus?(): string | null
  release(destroy?: boolean): void
  /** True if queries are sent without waiting for the result of the previous query. */
  readonly pipeline?: boolean
  readonly host?: string
  readonly port?: number
  readonly processID?: number | null
  readonly secretKey?: number | null
}

export interface PgPool extends Emitter {
  query(query: PgQuery): Promise<PgResult>
  connect(): Promise<PgClient>
  readonly totalCount: number
}

/** The network connection of a client that has not signed in, which is enough to send a cancel request. */
export interface PgWire extends Emitter {
  connect(port: number, host: string): void
  connect(socketPath: string): void
  cancel(processID: number, secretKey: number): void
}

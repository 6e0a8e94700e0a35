import { cancellable } from '../connection/cancellation.ts'
import type { Outcome, Row } from '../connection/connection.ts'
import { postgres } from '../sql/dialects/postgres.ts'
import type { PreparedNames } from '../connection/prepared-names.ts'
import { isConnectionFailure, QueryFailed } from '../connection/query-failed.ts'
import { ReadWriteLock } from '../connection/read-write-lock.ts'
import type { PooledSession } from '../connection/session.ts'
import type { Statement } from '../sql/sql-writer.ts'
import type { PgClient, PgQuery, PgResult, PgWire } from './pg-driver.ts'
import { readCursor } from './postgres-cursor.ts'
import { isStalePlan, readOnlySetting, toPostgresFailure } from './postgres-failure.ts'
import { restoreColumn, toPostgresValues } from './postgres-values.ts'

/** A client of "pg" that is used by one caller at a time. */
export class PgSession implements PooledSession {
  readonly dialect = postgres
  readonly client: PgClient
  readonly #names: PreparedNames
  readonly #lock = new ReadWriteLock()
  #failure: 'connection-lost' | 'read-only' | undefined

  constructor(client: PgClient, names: PreparedNames) {
    this.client = client
    this.#names = names
  }

  get isInTransaction(): boolean {
    return this.client.getTransactionStatus?.() === 'T'
  }

  async run(statement: Statement, signal?: AbortSignal): Promise<Outcome> {
    try {
      return toOutcome(await this.#query(toPgQuery(statement, this.#names), signal))
    } catch (error) {
      if (!(error instanceof QueryFailed && isStalePlan(error.driverError))) throw error
      this.#names.forget(statement.text)
      if (this.client.getTransactionStatus?.() !== 'I') throw error
      return this.run(statement, signal)
    }
  }

  async control(sql: string): Promise<string | undefined> {
    return (await this.#query({ text: sql, values: [] })).command ?? undefined
  }

  stream(statement: Statement, size: number, signal?: AbortSignal): AsyncGenerator<Row[], void> {
    return readCursor(statement, { size, hold: !this.isInTransaction }, async (text, params) => {
      const values = toPostgresValues(params)
      return toOutcome(await this.#query({ text, values }, signal)).rows
    })
  }

  endsTransaction(failure: QueryFailed): boolean {
    return failure.reason === 'connection-lost'
  }

  /** After a "read-only" error, asks the server, because perhaps only the caller's transaction was read-only. */
  async mustClose(): Promise<boolean> {
    if (this.#failure !== 'read-only') return this.#failure !== undefined
    const { rows } = await this.#query({ text: readOnlySetting, values: [] })
    return rows[0]?.['transaction_read_only'] === 'on'
  }

  #query(query: PgQuery, signal?: AbortSignal): Promise<PgResult> {
    const run = async () => {
      signal?.throwIfAborted()
      const running = this.client.query(query).catch((error: unknown) => {
        throw this.#recordFailure(toPostgresFailure(query.text, error, query.values))
      })
      return signal ? cancellable(running, () => cancelPgStatement(this.client), signal) : running
    }
    // A cancel request stops any query that is running on the connection, so a query with a signal must run alone.
    return this.client.pipeline && !signal ? this.#lock.shared(run) : this.#lock.exclusive(run)
  }

  #recordFailure(failure: unknown): unknown {
    if (isConnectionFailure(failure)) this.#failure = failure.reason
    return failure
  }
}

export function toPgQuery(statement: Statement, names: PreparedNames): PgQuery {
  const values = toPostgresValues(statement.params)
  const prepared = names.find(statement)
  return prepared
    ? { name: prepared.name, text: prepared.text, values }
    : { text: statement.text, values }
}

export function toOutcome({ rows, rowCount, fields }: PgResult): Outcome {
  for (const field of fields) {
    restoreColumn(rows, field.name, field.dataTypeID, 'local')
  }
  return { rows, affected: rowCount ?? 0 }
}

/** Asks the server to stop the client's running query, through a separate connection. */
function cancelPgStatement(client: PgClient): Promise<void> {
  const { host = 'localhost', port = 5432, processID, secretKey } = client
  if (!processID || secretKey == null) return Promise.resolve()
  const Client = client.constructor as new (config: object) => { connection: PgWire }
  const wire = new Client({ host, port, ssl: false }).connection
  return new Promise((resolve, reject) => {
    wire.on('connect', () => wire.cancel(processID, secretKey))
    wire.on('error', reject)
    wire.on('end', resolve)
    if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`)
    else wire.connect(port, host)
  })
}

import { cancellable } from '../connection/cancellation.ts'
import type { Outcome, Row } from '../connection/connection.ts'
import { mysql } from '../sql/dialects/mysql.ts'
import { cannotStore, InvalidQuery } from '../sql/errors.ts'
import type { PreparedNames } from '../connection/prepared-names.ts'
import { isConnectionFailure, type QueryFailed } from '../connection/query-failed.ts'
import { ReadWriteLock } from '../connection/read-write-lock.ts'
import type { PooledSession } from '../connection/session.ts'
import type { Statement } from '../sql/sql-writer.ts'
import { requireSupportedYear, type Bindable } from '../sql/value.ts'
import type {
  MysqlCommand,
  MysqlConnection,
  MysqlExecution,
  MysqlField,
  MysqlResult,
} from './mysql2-driver.ts'
import { inZone, markDays, markTimes } from '../rows/date-columns.ts'
import { toMysqlFailure } from './mysql-failure.ts'
import { restoreIntegers, toInteger } from './restore-integers.ts'

// Column type numbers of the MySQL protocol.
const timestamp = 7
const longlong = 8
const date = 10
const datetime = 12

/** A connection of "mysql2" that is used by one caller at a time. */
export class Mysql2Session implements PooledSession {
  readonly dialect = mysql
  readonly client: MysqlConnection
  readonly isInTransaction = false
  readonly #names: PreparedNames
  readonly #lock = new ReadWriteLock()
  #isStreaming = false
  #mustClose = false

  constructor(connection: MysqlConnection, names: PreparedNames) {
    this.client = connection
    this.#names = names
  }

  run(statement: Statement, signal?: AbortSignal): Promise<Outcome> {
    if (this.#isStreaming) return Promise.reject(busyStreaming())
    return this.#lock.exclusive(async () => {
      signal?.throwIfAborted()
      const running = this.#execute(statement)
      return signal
        ? cancellable(running, () => cancelMysqlStatement(this.client), signal)
        : running
    })
  }

  async control(sql: string): Promise<undefined> {
    await this.#lock.exclusive(async () => {
      try {
        await this.client.query(sql)
      } catch (error) {
        throw this.#recordFailure(toMysqlFailure(sql, error))
      }
    })
  }

  async *stream(
    statement: Statement,
    size: number,
    signal?: AbortSignal,
  ): AsyncGenerator<Row[], void> {
    signal?.throwIfAborted()
    if (this.#isStreaming) throw busyStreaming()
    const execution = toExecution(statement, this.#timezone)
    this.#isStreaming = true
    const command = this.client.connection.execute(execution)
    let columns: readonly MysqlField[] = []
    command.on('fields', (fields) => (columns = fields))
    const commandEnd = endOf(command)
    const rows = command.stream({ highWaterMark: size })
    try {
      for await (const batch of batches(rows, size, signal)) {
        restoreColumns(batch, columns, this.#timezone)
        yield batch
      }
    } catch (error) {
      throw signal?.aborted
        ? signal.reason
        : this.#recordFailure(toMysqlFailure(statement.text, error, statement.params))
    } finally {
      // If the query is not cancelled, the remaining rows would have to be read before the connection can be used
      // again.
      if (!commandEnd.isOver) await cancelMysqlStatement(this.client).catch(() => {})
      rows.destroy()
      await commandEnd.promise
      this.#unprepare(statement)
      this.#isStreaming = false
    }
  }

  /** A deadlock rolls back the whole transaction; any further queries would be committed individually. */
  endsTransaction(failure: QueryFailed): boolean {
    return failure.reason === 'deadlock' || failure.reason === 'connection-lost'
  }

  async mustClose(): Promise<boolean> {
    return this.#mustClose
  }

  get #timezone(): string | undefined {
    return this.client.connection.config.timezone
  }

  #recordFailure(failure: unknown): unknown {
    this.#mustClose ||= isConnectionFailure(failure)
    return failure
  }

  async #execute(statement: Statement): Promise<Outcome> {
    const isPrepared = this.#names.find(statement) !== undefined
    try {
      return toOutcome(
        await this.client.execute(toExecution(statement, this.#timezone)),
        this.#timezone,
      )
    } catch (error) {
      throw this.#recordFailure(toMysqlFailure(statement.text, error, statement.params))
    } finally {
      if (!isPrepared) this.#unprepare(statement)
    }
  }

  #unprepare({ text }: Statement): void {
    try {
      this.client.connection.unprepare(text)
    } catch {
      // The connection is closed, so there is no prepared statement to close.
    }
  }
}

/** Converts the values of a query for a connection with the option `timezone`. */
export function toExecution({ text, params }: Statement, timezone = 'local'): MysqlExecution {
  const values = params.map((value, index) => toMysql(value, index, timezone))
  return { sql: text, values, supportBigNumbers: true }
}

/** Converts a result, with the `timezone` of its connection. */
export function toOutcome([result, fields]: MysqlResult, timezone: string | undefined): Outcome {
  if (!Array.isArray(result)) {
    const { affectedRows, insertId } = result as Exclude<typeof result, unknown[]>
    return { rows: [], affected: affectedRows, insertId: toInteger(String(insertId)) }
  }
  restoreColumns(result, fields ?? [], timezone)
  return { rows: result, affected: result.length }
}

function restoreColumns(
  rows: readonly Row[],
  fields: readonly MysqlField[],
  timezone = 'local',
): void {
  for (const { name, columnType } of fields) {
    if (columnType === longlong) restoreIntegers(rows, name)
    else if (columnType === date) markDays(rows, name, timezone)
    else if (columnType === datetime || columnType === timestamp) markTimes(rows, name, timezone)
  }
}

function toMysql(value: Bindable, index: number, timezone: string): unknown {
  // The driver interprets years before 100 as years of the 20th century.
  if (value instanceof Date) requireSupportedYear(inZone(value, timezone), 100, 'MySQL')
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw cannotStore(value, index, 'MySQL')
  }
  if (value instanceof Uint8Array && !Buffer.isBuffer(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  }
  return value
}

/** Kills the query that is running on a connection, through a separate connection. */
async function cancelMysqlStatement({ connection }: MysqlConnection): Promise<void> {
  const { createConnection } = await import('mysql2/promise')
  const { host, port, socketPath, user, password, ssl } = connection.config
  const address = { host, port, socketPath, user, password, ssl }
  const canceller = await createConnection(address as Parameters<typeof createConnection>[0])
  try {
    await canceller.query(`KILL QUERY ${Number(connection.threadId)}`)
  } finally {
    await canceller.end()
  }
}

function endOf(command: MysqlCommand): { readonly promise: Promise<void>; isOver: boolean } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const commandEnd = { promise, isOver: false }
  const end = () => {
    commandEnd.isOver = true
    resolve()
  }
  command.once('end', end)
  // The stream also emits the errors, but the driver throws them if the command has no listener.
  command.on('error', (error) => {
    if (error.fatal) end()
  })
  return commandEnd
}

async function* batches(
  rows: AsyncIterable<Row>,
  size: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Row[], void> {
  let batch: Row[] = []
  for await (const row of rows) {
    signal?.throwIfAborted()
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function busyStreaming(): InvalidQuery {
  return new InvalidQuery(
    'The connection is still sending the rows of a stream, and MySQL runs one query at a time on a ' +
      'connection. In a transaction, or without a pool, read the rows with get() or chunk by chunk with limit() ' +
      'instead.',
  )
}

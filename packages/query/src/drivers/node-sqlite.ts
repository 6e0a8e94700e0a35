import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

import { preparedLimit } from '../connection/connection-options.ts'
import type { Connection, Outcome, Row } from '../connection/connection.ts'
import { sqlite } from '../sql/dialects/sqlite.ts'
import { cannotStore } from '../sql/errors.ts'
import { Json } from '../sql/json.ts'
import { PreparedNames } from '../connection/prepared-names.ts'
import { connectSession, type Session } from '../connection/session.ts'
import type { Statement } from '../sql/sql-writer.ts'
import { requireSupportedYear, type Bindable } from '../sql/value.ts'
import { untilUnlocked } from './sqlite-busy.ts'
import { toSqliteFailure } from './sqlite-failure.ts'

/**
 * Returns the connection for a `DatabaseSync` of "node:sqlite"; undefined for other objects. Other SQLite drivers, such
 * as `bun:sqlite` and `better-sqlite3`, have similar methods, but behave differently.
 */
export function adaptNodeSqlite(driver: object): Connection | undefined {
  const { prepare, exec, aggregate } = driver as Partial<DatabaseSync>
  return typeof prepare === 'function' &&
    typeof exec === 'function' &&
    typeof aggregate === 'function' &&
    'isTransaction' in driver &&
    'isOpen' in driver
    ? connectSession(new NodeSqliteSession(driver as DatabaseSync))
    : undefined
}

interface Prepared {
  readonly statement: StatementSync
  readonly returnsRows: boolean
}

class NodeSqliteSession implements Session {
  readonly dialect = sqlite
  readonly client: DatabaseSync
  readonly #names: PreparedNames
  readonly #prepared = new Map<string, Prepared>()

  constructor(database: DatabaseSync) {
    this.client = database
    this.#names = new PreparedNames(preparedLimit(database))
  }

  get isInTransaction(): boolean {
    return this.client.isTransaction
  }

  async run(statement: Statement, signal?: AbortSignal): Promise<Outcome> {
    signal?.throwIfAborted()
    const values = statement.params.map(toSqlite)
    // Create the error during the first attempt, while the caller is still on the stack.
    const execute = () => {
      try {
        const { statement: prepared, returnsRows } = this.#prepare(statement)
        if (!returnsRows) return { rows: [], affected: Number(prepared.run(...values).changes) }
        const rows = toRows(prepared.all(...values))
        return { rows, affected: rows.length }
      } catch (error) {
        throw toSqliteFailure(statement.text, error, statement.params)
      }
    }
    return untilUnlocked(execute, () => this.#canWait, signal)
  }

  async control(sql: string): Promise<undefined> {
    try {
      // If the database is locked, BEGIN and COMMIT fail without a change, so they can be retried.
      await untilUnlocked(
        () => this.client.exec(sql),
        () => true,
      )
    } catch (error) {
      throw toSqliteFailure(sql, error)
    }
  }

  async *stream(
    { text, params }: Statement,
    size: number,
    signal?: AbortSignal,
  ): AsyncGenerator<Row[], void> {
    signal?.throwIfAborted()
    const values = params.map(toSqlite)
    let batch: Row[] = []
    try {
      // Prepared again each time, because a prepared query cannot run while its rows are being read.
      const start = () => {
        const rows = prepare(this.client, text).statement.iterate(...values)
        return { rows, first: rows.next() }
      }
      const { rows, first } = await untilUnlocked(start, () => this.#canWait, signal)
      try {
        for (let next = first; !next.done; next = rows.next()) {
          batch.push(next.value)
          if (batch.length < size) continue
          signal?.throwIfAborted()
          yield toRows(batch)
          batch = []
        }
      } finally {
        rows.return?.()
      }
    } catch (error) {
      throw signal?.aborted ? signal.reason : toSqliteFailure(text, error, params)
    }
    if (batch.length > 0) yield toRows(batch)
  }

  /**
   * True if a query may wait for a lock. In an open transaction it must not, because other code may wait for the locks
   * of the transaction. For a closed database, `isTransaction` would throw.
   */
  get #canWait(): boolean {
    return !this.client.isOpen || !this.client.isTransaction
  }

  endsTransaction(): boolean {
    return !this.client.isTransaction
  }

  #prepare(statement: Statement): Prepared {
    let prepared = this.#prepared.get(statement.text)
    if (prepared) return prepared
    prepared = prepare(this.client, statement.text)
    if (this.#names.find(statement)) this.#prepared.set(statement.text, prepared)
    return prepared
  }
}

function prepare(database: DatabaseSync, text: string): Prepared {
  const statement = database.prepare(text)
  statement.setReadBigInts(true)
  return { statement, returnsRows: statement.columns().length > 0 }
}

/**
 * Converts rows to plain objects, and safe bigints to numbers: the driver returns objects without a prototype, and a
 * bigint for each integer.
 */
function toRows(rows: Row[]): Row[] {
  const columns = Object.keys(rows[0] ?? {})
  return rows.map((values) => {
    const row: Row = {}
    for (const column of columns) {
      const value = values[column]
      row[column] = typeof value === 'bigint' ? toNumberWhenSafe(value) : value
    }
    return row
  })
}

function toNumberWhenSafe(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

function toSqlite(value: Bindable, index: number): SQLInputValue {
  switch (typeof value) {
    case 'number':
      if (Number.isNaN(value)) throw cannotStore(value, index, 'SQLite')
      // The driver binds numbers as REAL, so a TEXT column would store "5.0".
      return Number.isSafeInteger(value) ? BigInt(value) : value
    case 'boolean':
      return value ? 1n : 0n
    case 'object':
      if (value instanceof Date) return toSqliteTime(value)
      if (value instanceof Json) return value.toString()
  }
  return value as SQLInputValue
}

/** Formats a time like CURRENT_TIMESTAMP, in UTC, so that stored times compare and sort as strings. */
function toSqliteTime(value: Date): string {
  requireSupportedYear(value, 0, 'SQLite')
  return value
    .toISOString()
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, '')
}

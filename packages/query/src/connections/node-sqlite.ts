import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

import type { Connection, Outcome, Row } from '../connection.ts'
import { sqlite } from '../dialects/sqlite.ts'
import { InvalidQuery } from '../errors.ts'
import { Json, type Bindable } from '../value.ts'

export function isDatabaseSync(driver: object): driver is DatabaseSync {
  const shape = driver as Partial<DatabaseSync>
  return (
    typeof shape.prepare === 'function' &&
    typeof shape.exec === 'function' &&
    'isTransaction' in driver
  )
}

export function fromDatabaseSync(database: DatabaseSync): Connection {
  return {
    dialect: sqlite,
    async run({ text, params }) {
      const statement = database.prepare(text)
      const values = params.map(toSqlite)
      return statement.columns().length > 0 ? read(statement, values) : write(statement, values)
    },
  }
}

function read(statement: StatementSync, values: SQLInputValue[]): Outcome {
  statement.setReadBigInts(true)
  const rows = statement.all(...values) as Row[]
  for (const row of rows) {
    for (const column in row) {
      const value = row[column]
      if (typeof value === 'bigint') row[column] = toNumberWhenSafe(value)
    }
  }
  return { rows, affected: rows.length }
}

function write(statement: StatementSync, values: SQLInputValue[]): Outcome {
  return { rows: [], affected: Number(statement.run(...values).changes) }
}

function toNumberWhenSafe(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** A JavaScript number is bound as a REAL, which a TEXT column would keep as "5.0". */
function toSqlite(value: Bindable): SQLInputValue {
  switch (typeof value) {
    case 'number':
      if (Number.isNaN(value)) throw new InvalidQuery('SQLite has no NaN. Use null.')
      return Number.isSafeInteger(value) ? BigInt(value) : value
    case 'boolean':
      return value ? 1n : 0n
    case 'object':
      if (value instanceof Date) return toSqliteTime(value)
      if (value instanceof Json) return value.text
      if (Array.isArray(value)) return JSON.stringify(value)
  }
  return value as SQLInputValue
}

/** The form of CURRENT_TIMESTAMP, in UTC, so that stored times compare and sort as text. */
function toSqliteTime(value: Date): string {
  return value
    .toISOString()
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, '')
}

import type { InsertRows } from './compile-write.ts'
import type { Dialect } from './dialect.ts'
import { InvalidQuery } from './errors.ts'
import { toStored } from './value.ts'

/** Rows as an insert takes them, in parts that one statement of the database can hold. */
export function toInsertRows(
  call: string,
  rows: object | readonly object[],
  dialect: Dialect,
): InsertRows[] {
  const list = (Array.isArray(rows) ? rows : [rows]) as readonly Record<string, unknown>[]
  if (list.length === 0) return []
  const columns = columnsOf(call, list)
  const values = list.map((row, index) =>
    columns.map((column) =>
      toStored(row[column], dialect, () => `${call}(): ${column} of row ${index + 1}`),
    ),
  )
  // Rows of nothing but defaults go one by one: there is no list of them.
  const size = columns.length === 0 ? 1 : Math.floor(dialect.maxParameters / columns.length)
  const parts: InsertRows[] = []
  for (let start = 0; start < values.length; start += size) {
    parts.push({ columns, rows: values.slice(start, start + size) })
  }
  return parts
}

function columnsOf(call: string, rows: readonly Record<string, unknown>[]): string[] {
  const [first, ...others] = rows
  if (typeof first !== 'object' || first === null) {
    throw new InvalidQuery(
      `${call}() takes an object with a value for each column, or a list of them.`,
    )
  }
  const columns = Object.keys(first)
  for (const [index, row] of others.entries()) {
    const given = Object.keys(row)
    const odd =
      given.find((column) => !Object.hasOwn(first, column)) ??
      columns.find((column) => !Object.hasOwn(row, column))
    if (odd !== undefined) {
      throw new InvalidQuery(
        `${call}(): row 1 and row ${index + 2} differ in column ${odd}. Give every row the same columns.`,
      )
    }
  }
  return columns
}

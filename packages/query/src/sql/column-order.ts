import { InvalidQuery } from './errors.ts'
import type { SqlFragment, SqlWriter } from './sql-writer.ts'

/** A column to sort by, and the direction. */
export class ColumnOrder implements SqlFragment {
  readonly column: string
  readonly isDescending: boolean

  /** `direction` is `asc` or `desc`. */
  constructor(column: string, direction: string) {
    this.column = column
    this.isDescending = isDescending(direction)
  }

  write(sql: SqlWriter): void {
    sql.text += sql.name(this.column) + (this.isDescending ? ' DESC' : ' ASC')
  }
}

function isDescending(direction: string): boolean {
  const lower = String(direction).toLowerCase()
  if (lower === 'asc') return false
  if (lower === 'desc') return true
  throw new InvalidQuery(
    `orderBy(): ${JSON.stringify(direction)} is not a direction. Use asc or desc.`,
  )
}

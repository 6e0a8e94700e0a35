import type { Row } from '../connection/connection.ts'
import { restoreIntegerLists, restoreIntegers } from './restore-integers.ts'

const int8 = 20
const int8List = 1016

/** Repairs in a column what the drivers of PostgreSQL leave as text. */
export function restoreColumn(rows: readonly Row[], column: string, type: number): void {
  if (type === int8) restoreIntegers(rows, column)
  else if (type === int8List) restoreIntegerLists(rows, column)
}

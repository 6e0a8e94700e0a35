import type { DialectName } from '@fw/query'

// For a few ids of a small table, MySQL would read the whole table. It would wait for each locked row, such as one that
// an open transaction has pushed, and lock all others, which workers skip.
const forceIdIndex = ' FORCE INDEX (PRIMARY)'

/** Returns the start of a DELETE of jobs by their ids, up to the WHERE. */
export function deleteById(dialect: DialectName, table: string): string {
  return dialect === 'mysql'
    ? `DELETE ${table} FROM ${table}${forceIdIndex}`
    : `DELETE FROM ${table}`
}

/** Returns the start of an UPDATE of jobs by their ids, up to the SET. */
export function updateById(dialect: DialectName, table: string): string {
  return `UPDATE ${table}${dialect === 'mysql' ? forceIdIndex : ''}`
}

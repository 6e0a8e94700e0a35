import { Dialect } from '../dialect.ts'

export const mysql = new Dialect({
  name: 'mysql',
  quoteMark: '`',
  markers: 'question marks',
  maxParameters: 65_535,
  operators: ['<=>', 'REGEXP', 'NOT REGEXP', 'RLIKE', 'NOT RLIKE'],
  listOperators: [],
  lists: false,
  returning: false,
  fullJoin: false,
  rowLocks: true,
  // MariaDB has no FOR SHARE. MySQL requires it only for SKIP LOCKED and NOWAIT.
  shareLock: ' LOCK IN SHARE MODE',
  noLimit: ' LIMIT 18446744073709551615',
  textType: 'char',
  defaultValues: ' () VALUES ()',
  conflictClause(conflict, update) {
    // If there is no column to update, a conflict column is set to itself, so the row does not change.
    const changes = update.length > 0 ? update : conflict.slice(0, 1)
    const set = changes.map((column) => {
      const name = mysql.quote(column)
      return update.length > 0 ? `${name} = VALUES(${name})` : `${name} = ${name}`
    })
    return ` ON DUPLICATE KEY UPDATE ${set.join(', ')}`
  },
  begin: (isolation) =>
    isolation
      ? [`SET TRANSACTION ISOLATION LEVEL ${isolation}`, 'START TRANSACTION']
      : ['START TRANSACTION'],
})

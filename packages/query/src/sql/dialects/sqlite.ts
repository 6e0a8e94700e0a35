import { Dialect, onConflict } from '../dialect.ts'

export const sqlite = new Dialect({
  name: 'sqlite',
  quoteMark: '"',
  markers: 'question marks',
  maxParameters: 32_766,
  operators: [
    'GLOB',
    'NOT GLOB',
    'REGEXP',
    'NOT REGEXP',
    'MATCH',
    'IS NOT DISTINCT FROM',
    'IS DISTINCT FROM',
  ],
  listOperators: [],
  lists: false,
  returning: true,
  fullJoin: true,
  rowLocks: false,
  shareLock: '',
  noLimit: ' LIMIT -1',
  textType: 'text',
  defaultValues: ' DEFAULT VALUES',
  conflictClause: (conflict, update) => onConflict(sqlite, conflict, update),
  // A transaction that begins with a read could not wait for another writer later, so all transactions lock at the
  // start. They are all serializable.
  begin: () => ['BEGIN IMMEDIATE'],
})

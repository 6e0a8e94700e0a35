import { Dialect, onConflict } from '../dialect.ts'

const textOperators = [
  'ILIKE',
  'NOT ILIKE',
  'SIMILAR TO',
  'NOT SIMILAR TO',
  '~',
  '~*',
  '!~',
  '!~*',
  'IS DISTINCT FROM',
  'IS NOT DISTINCT FROM',
]

export const postgres = new Dialect({
  name: 'postgres',
  quoteMark: '"',
  markers: 'numbered',
  // The protocol allows 65,535 parameters, postgres.js allows two fewer.
  maxParameters: 65_533,
  operators: textOperators.concat(['@>', '<@', '&&', '@@', '?', '?|', '?&']),
  listOperators: ['@>', '<@', '&&', '?|', '?&'],
  lists: true,
  returning: true,
  fullJoin: true,
  rowLocks: true,
  shareLock: ' FOR SHARE',
  noLimit: '',
  textType: 'text',
  defaultValues: ' DEFAULT VALUES',
  conflictClause: (conflict, update) => onConflict(postgres, conflict, update),
  begin: (isolation) => [isolation ? `BEGIN ISOLATION LEVEL ${isolation}` : 'BEGIN'],
})

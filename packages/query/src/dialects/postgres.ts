import { Dialect } from '../dialect.ts'

export const postgres = new Dialect({
  name: 'postgres',
  quoteMark: '"',
  numberedMarkers: true,
  maxParameters: 65_535,
  operators: [
    'ILIKE',
    'NOT ILIKE',
    'SIMILAR TO',
    'NOT SIMILAR TO',
    '~',
    '~*',
    '!~',
    '!~*',
    '@>',
    '<@',
    '&&',
    '@@',
    '?',
    'IS DISTINCT FROM',
    'IS NOT DISTINCT FROM',
  ],
  returning: true,
})

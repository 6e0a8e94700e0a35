import { Dialect } from '../dialect.ts'

export const sqlite = new Dialect({
  name: 'sqlite',
  quoteMark: '"',
  numberedMarkers: false,
  maxParameters: 32_766,
  operators: [
    'GLOB',
    'NOT GLOB',
    'REGEXP',
    'NOT REGEXP',
    'MATCH',
    'IS DISTINCT FROM',
    'IS NOT DISTINCT FROM',
  ],
  returning: true,
})

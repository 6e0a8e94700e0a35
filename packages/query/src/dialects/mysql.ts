import { Dialect } from '../dialect.ts'

export const mysql = new Dialect({
  name: 'mysql',
  quoteMark: '`',
  numberedMarkers: false,
  maxParameters: 65_535,
  operators: ['<=>', 'REGEXP', 'NOT REGEXP', 'RLIKE', 'NOT RLIKE', 'LIKE BINARY'],
  returning: false,
})

import type { DialectName } from '../sql/dialect.ts'

/**
 * The SQL expression for the current time of the database in milliseconds since the epoch, so that all processes use
 * the same clock. It is constant within a query, so the database can use an index to compare a column with it.
 */
export const databaseTime: Readonly<Record<DialectName, string>> = {
  postgres: 'CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000 AS BIGINT)',
  mysql: "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)",
  sqlite: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
}

export interface SqlSummary {
  /** The first keyword of the query, in upper case; `OTHER` if the query has no keyword. */
  readonly operation: string
  /** The first table in the query; undefined if no table was found, or if the query controls a transaction. */
  readonly table: string | undefined
}

/** The number of characters to search. Tables appear near the beginning. */
const maxScannedLength = 2000

const maxCached = 1000

const summaries = new Map<string, SqlSummary>()

/** Returns the operation and the table of a query, for metrics and spans. */
export function describeSql(sql: string): SqlSummary {
  const known = summaries.get(sql)
  if (known) return known
  const summary = summarize(sql.slice(0, maxScannedLength))
  // SQL may depend on user input, so the cache is cleared before it grows without limit.
  if (summaries.size >= maxCached) summaries.clear()
  if (sql.length <= maxScannedLength) summaries.set(sql, summary)
  return summary
}

function summarize(sql: string): SqlSummary {
  const firstKeyword = /^(?:[\s(]|--[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*([a-z]+)/i.exec(sql)?.[1]
  const operation = firstKeyword?.toUpperCase() ?? 'OTHER'
  const tableName = /\b(?:from|into|update|join|table)\s+(["`\w.]+)/i.exec(sql)?.[1]
  const isControl = /^(?:BEGIN|START|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET)$/.test(operation)
  return { operation, table: isControl ? undefined : tableName?.replaceAll(/["`]/g, '') }
}

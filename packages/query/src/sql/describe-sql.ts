export interface SqlSummary {
  /** The first keyword of the query, in upper case. */
  readonly operation: string
  /** The first table in the query. */
  readonly table: string | undefined
}

/** The number of characters to search. Tables appear near the beginning. */
const longestLook = 2000

const maxCached = 1000

const summaries = new Map<string, SqlSummary>()

/** Returns the operation and the table of a query, for metrics and spans. */
export function describeSql(sql: string): SqlSummary {
  const known = summaries.get(sql)
  if (known) return known
  const summary = summarize(sql.slice(0, longestLook))
  // SQL may come from outside, so the cache is cleared before it grows without limit.
  if (summaries.size >= maxCached) summaries.clear()
  if (sql.length <= longestLook) summaries.set(sql, summary)
  return summary
}

function summarize(sql: string): SqlSummary {
  const first = /^(?:[\s(]|--[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*([a-z]+)/i.exec(sql)?.[1]
  const operation = first?.toUpperCase() ?? 'OTHER'
  const named = /\b(?:from|into|update|join|table)\s+(["`\w.]+)/i.exec(sql)?.[1]
  const isControl = /^(?:BEGIN|START|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET)$/.test(operation)
  return { operation, table: isControl ? undefined : named?.replaceAll(/["`]/g, '') }
}

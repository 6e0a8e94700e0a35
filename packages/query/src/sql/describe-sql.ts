export interface SqlSummary {
  /** The first word, in upper case. */
  readonly operation: string
  /** The first table that is named. */
  readonly table: string | undefined
}

/** Of a longer statement no more is looked at: the table stands near the beginning. */
const longestLook = 2000

const maxCached = 1000

const summaries = new Map<string, SqlSummary>()

/** What a statement does, in a few words that come again. */
export function describeSql(sql: string): SqlSummary {
  const known = summaries.get(sql)
  if (known) return known
  const summary = summarize(sql.slice(0, longestLook))
  // Texts can come from outside, so the cache is emptied before it grows without end.
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

import type { DialectName } from './dialect.ts'
import { InvalidQuery } from './errors.ts'

const cache = new Map<string, readonly string[]>()
const maxCached = 1000

/**
 * Splits an SQL fragment at its markers, so the result has one string more than there are markers. Ignores markers in
 * quoted strings and comments. Throws `InvalidQuery` if the fragment would affect the SQL that follows it.
 */
export function scanFragment(call: string, sql: string, dialect: DialectName): readonly string[] {
  const key = `${dialect} ${sql}`
  let parts = cache.get(key)
  if (!parts) {
    parts = splitAtMarkers(call, sql, dialect)
    if (cache.size >= maxCached) cache.clear()
    cache.set(key, parts)
  }
  return parts
}

function splitAtMarkers(call: string, sql: string, dialect: DialectName): string[] {
  const parts: string[] = []
  let part = ''
  let depth = 0
  let index = 0
  while (index < sql.length) {
    const end = endOfQuoted(sql, index, dialect)
    if (end === undefined)
      throw new InvalidQuery(`${call}(): a quote or comment is not closed. SQL: ${sql}`)
    if (end > index) {
      part += sql.slice(index, end)
      if (end > sql.length) part += '\n'
      index = end
      continue
    }
    const character = sql[index] as string
    index++
    if (character === '?') {
      if (sql[index] === '?') {
        part += '?'
        index++
      } else {
        parts.push(part)
        part = ''
      }
      continue
    }
    if (character === '(') depth++
    if (character === ')') depth--
    if (depth < 0 || character === ';' || character === '\0') {
      throw new InvalidQuery(
        `${call}(): unexpected ${JSON.stringify(character)}, which would end the fragment. Remove it. SQL: ${sql}`,
      )
    }
    part += character
  }
  if (depth > 0) throw new InvalidQuery(`${call}(): a parenthesis is not closed. SQL: ${sql}`)
  return [...parts, part]
}

/**
 * Returns the end of the quoted string or comment at `start`, or undefined if it is not closed. Returns `start` if no
 * string or comment begins there. For a line comment without a line break, returns a number above the length.
 */
function endOfQuoted(sql: string, start: number, dialect: DialectName): number | undefined {
  const character = sql[start]
  const next = sql[start + 1]
  switch (character) {
    case "'":
      return endOfQuote(sql, start, "'", {
        escapes: dialect === 'mysql' || isEscapeString(sql, start, dialect),
      })
    case '"':
      return endOfQuote(sql, start, '"', { escapes: dialect === 'mysql' })
    case '`':
      return dialect === 'postgres' ? start : endOfQuote(sql, start, '`')
    case '[':
      return dialect === 'sqlite' ? endAfter(sql, ']', start + 1) : start
    case '$':
      return dialect === 'postgres' ? endOfDollarQuote(sql, start) : start
    case '#':
      return dialect === 'mysql' ? endOfLine(sql, start) : start
    case '-':
      return next === '-' && (dialect !== 'mysql' || /\s/.test(sql[start + 2] ?? ''))
        ? endOfLine(sql, start)
        : start
    case '/':
      return next === '*' ? endOfBlock(sql, start, { nests: dialect === 'postgres' }) : start
  }
  return start
}

function endOfQuote(
  sql: string,
  start: number,
  mark: string,
  { escapes = false } = {},
): number | undefined {
  for (let index = start + 1; index < sql.length; index++) {
    if (escapes && sql[index] === '\\') index++
    else if (sql[index] === mark) {
      if (sql[index + 1] !== mark) return index + 1
      index++
    }
  }
  return undefined
}

/** True for PostgreSQL's E'…' strings, in which backslashes escape. */
function isEscapeString(sql: string, start: number, dialect: DialectName): boolean {
  return dialect === 'postgres' && /(^|[^\w$])[eE]$/.test(sql.slice(Math.max(0, start - 2), start))
}

function endOfDollarQuote(sql: string, start: number): number | undefined {
  if (/[\w$]/.test(sql[start - 1] ?? '')) return start
  const tag = /^\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/.exec(
    sql.slice(start, start + 80),
  )?.[0]
  return tag === undefined ? start : endAfter(sql, tag, start + tag.length)
}

function endOfLine(sql: string, start: number): number {
  return endAfter(sql, '\n', start) ?? sql.length + 1
}

function endOfBlock(sql: string, start: number, { nests }: { nests: boolean }): number | undefined {
  if (!nests) return endAfter(sql, '*/', start + 2)
  let depth = 0
  for (let index = start; index < sql.length; index++) {
    const pair = sql.slice(index, index + 2)
    if (pair !== '/*' && pair !== '*/') continue
    depth += pair === '/*' ? 1 : -1
    index++
    if (depth === 0) return index + 1
  }
  return undefined
}

function endAfter(sql: string, text: string, from: number): number | undefined {
  const offset = sql.indexOf(text, from)
  return offset === -1 ? undefined : offset + text.length
}

import type { DialectName } from '@fw/query'

/** An SQL token. */
export interface Token {
  /** `quoted` is a token whose content the scanner ignores. */
  readonly kind: 'word' | 'mark' | 'quoted' | 'comment' | 'space'
  readonly text: string
  readonly start: number
}

/** Throws an error about the token at an offset. */
export type Refuse = (start: number, problem: string) => never

/** Splits SQL into tokens. */
export function* scanTokens(
  sql: string,
  dialect: DialectName,
  refuse: Refuse,
): Generator<Token, void> {
  for (let start = 0; start < sql.length;) {
    const token = readToken({ sql, dialect, refuse }, start)
    yield token
    start += token.text.length
  }
}

interface Source {
  readonly sql: string
  readonly dialect: DialectName
  readonly refuse: Refuse
}

function readToken(source: Source, start: number): Token {
  const { sql, dialect } = source
  const token = (kind: Token['kind'], end: number): Token => ({
    kind,
    text: sql.slice(start, end),
    start,
  })
  const match = (pattern: RegExp) => matchAt(pattern, sql, start)
  const space = match(/\s+/y)
  if (space) return token('space', start + space.length)
  const comment = match(lineComment[dialect])
  if (comment) return token('comment', start + comment.length)
  if (sql.startsWith('/*', start)) return readBlockComment(source, start)
  const [, tag] =
    (dialect === 'postgres' &&
      /^(\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)/i.exec(sql.slice(start, start + 66))) ||
    []
  if (tag) return token('quoted', endOf(source, tag, start, tag.length))
  const escaping = match(/e(?=')/iy) && dialect === 'postgres'
  if (escaping) return token('quoted', endOfQuote(source, start, start + 1, true))
  const quote = sql[start] ?? ''
  if (quotes[dialect].includes(quote)) {
    const escapes = dialect === 'mysql' && quote !== '`'
    return token('quoted', endOfQuote(source, start, start, escapes))
  }
  if (quote === '[' && dialect === 'sqlite') {
    return token('quoted', endOf(source, ']', start, 1))
  }
  const word = match(/[\w$@\u0080-\uffff]+/y)
  return word ? token('word', start + word.length) : token('mark', start + 1)
}

const lineComment: Record<DialectName, RegExp> = {
  postgres: /--[^\n]*/y,
  sqlite: /--[^\n]*/y,
  // Two hyphens begin a comment only before whitespace: 5--1 is 6.
  mysql: /(?:--(?=\s|$)|#)[^\n]*/y,
}

const quotes: Record<DialectName, string> = { postgres: `'"`, sqlite: `'"\``, mysql: `'"\`` }

function matchAt(pattern: RegExp, sql: string, start: number): string | undefined {
  pattern.lastIndex = start
  return pattern.exec(sql)?.[0]
}

/**
 * Reads a block comment. In PostgreSQL, comments can be nested. MySQL executes comments that begin with an exclamation
 * mark.
 */
function readBlockComment({ sql, dialect, refuse }: Source, start: number): Token {
  let depth = 0
  const delimiter = /\/\*|\*\//g
  delimiter.lastIndex = start
  for (let match = delimiter.exec(sql); match; match = delimiter.exec(sql)) {
    if (match[0] === '*/') depth--
    else if (depth === 0 || dialect === 'postgres') depth++
    if (depth > 0) continue
    const text = sql.slice(start, delimiter.lastIndex)
    return {
      kind: dialect === 'mysql' && /^\/\*M?!/.test(text) ? 'quoted' : 'comment',
      text,
      start,
    }
  }
  return refuse(start, 'the comment that begins here is not closed.')
}

function endOf({ sql, refuse }: Source, end: string, start: number, skip: number): number {
  const index = sql.indexOf(end, start + skip)
  if (index < 0)
    return refuse(
      start,
      `the quote that begins here with ${sql.slice(start, start + skip)} is not closed.`,
    )
  return index + end.length
}

function endOfQuote(
  { sql, refuse }: Source,
  start: number,
  opening: number,
  escapes: boolean,
): number {
  const quote = sql[opening] ?? ''
  for (let index = opening + 1; index < sql.length; index++) {
    if (escapes && sql[index] === '\\') index++
    else if (sql[index] !== quote) continue
    else if (sql[index + 1] === quote) index++
    else return index + 1
  }
  return refuse(start, `the quote that begins here with ${quote} is not closed.`)
}

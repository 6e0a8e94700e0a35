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
  const to = (kind: Token['kind'], end: number): Token => ({
    kind,
    text: sql.slice(start, end),
    start,
  })
  const at = (pattern: RegExp) => matchAt(pattern, sql, start)
  const space = at(/\s+/y)
  if (space) return to('space', start + space.length)
  const comment = at(lineComment[dialect])
  if (comment) return to('comment', start + comment.length)
  if (sql.startsWith('/*', start)) return readBlockComment(source, start)
  const [, tag] =
    (dialect === 'postgres' &&
      /^(\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)/i.exec(sql.slice(start, start + 66))) ||
    []
  if (tag) return to('quoted', endOf(source, tag, start, tag.length))
  const escaping = at(/e(?=')/iy) && dialect === 'postgres'
  if (escaping) return to('quoted', endOfQuote(source, start, start + 1, true))
  const mark = sql[start] ?? ''
  if (quotes[dialect].includes(mark)) {
    const escapes = dialect === 'mysql' && mark !== '`'
    return to('quoted', endOfQuote(source, start, start, escapes))
  }
  if (mark === '[' && dialect === 'sqlite') {
    return to('quoted', endOf(source, ']', start, 1))
  }
  const word = at(/[\w$@\u0080-\uffff]+/y)
  return word ? to('word', start + word.length) : to('mark', start + 1)
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
  const mark = /\/\*|\*\//g
  mark.lastIndex = start
  for (let found = mark.exec(sql); found; found = mark.exec(sql)) {
    if (found[0] === '*/') depth--
    else if (depth === 0 || dialect === 'postgres') depth++
    if (depth > 0) continue
    const text = sql.slice(start, mark.lastIndex)
    return {
      kind: dialect === 'mysql' && /^\/\*M?!/.test(text) ? 'quoted' : 'comment',
      text,
      start,
    }
  }
  return refuse(start, 'the comment that begins here is not closed.')
}

function endOf({ sql, refuse }: Source, end: string, start: number, skip: number): number {
  const found = sql.indexOf(end, start + skip)
  if (found < 0)
    return refuse(
      start,
      `the quote that begins here with ${sql.slice(start, start + skip)} is not closed.`,
    )
  return found + end.length
}

function endOfQuote(
  { sql, refuse }: Source,
  start: number,
  opening: number,
  escapes: boolean,
): number {
  const mark = sql[opening] ?? ''
  for (let at = opening + 1; at < sql.length; at++) {
    if (escapes && sql[at] === '\\') at++
    else if (sql[at] !== mark) continue
    else if (sql[at + 1] === mark) at++
    else return at + 1
  }
  return refuse(start, `the quote that begins here with ${mark} is not closed.`)
}

import type { DialectName } from '@fw/query'
import { scanTokens, type Token } from './statement-scanner.ts'

/** An SQL statement of a file, without its semicolon. */
export interface SqlStatement {
  readonly text: string
  /** The line in the file at which it begins, starting at 1. */
  readonly line: number
}

/** A comment of the form `-- fw:word value`. */
export interface Directive {
  readonly word: string
  readonly value: string
  readonly line: number
  /** The number of SQL statements before the directive. */
  readonly after: number
  /** True if the directive is inside an SQL statement, which is an error. */
  readonly isInside: boolean
}

export interface SplitSql {
  readonly statements: readonly SqlStatement[]
  readonly directives: readonly Directive[]
}

/** Splits SQL into statements in the same way as the database. `refuse` throws an error. */
export function splitStatements(
  sql: string,
  dialect: DialectName,
  refuse: (line: number, problem: string) => never,
): SplitSql {
  const statements: SqlStatement[] = []
  const directives: Directive[] = []
  const lineAt = lineCounter(sql)
  let current = new StatementReader(dialect)
  const finish = () => {
    const [start, end] = current.extent
    if (end > start) statements.push({ text: sql.slice(start, end), line: lineAt(start) })
    current = new StatementReader(dialect)
  }
  for (const token of scanTokens(sql, dialect, (start, problem) =>
    refuse(lineAt(start), problem),
  )) {
    const directive = /^-- fw:(\S+)/.exec(token.kind === 'comment' ? token.text : '')
    if (directive) {
      const [begin, word = ''] = directive
      const value = token.text.slice(begin.length).trim()
      const after = statements.length
      const isInside = !current.isEmpty
      directives.push({ word, value, line: lineAt(token.start), after, isInside })
    }
    if (token.text === ';' && token.kind === 'mark' && current.canEnd) finish()
    else current.read(token)
  }
  if (current.isInBlock) refuse(lineAt(current.extent[0]), 'a BEGIN or CASE has no matching END.')
  finish()
  return { statements, directives }
}

/** Tracks whether a semicolon ends the current statement. */
class StatementReader {
  readonly #dialect: DialectName
  #start = 0
  #end = 0
  #blocks = 0
  #parentheses = 0
  #firstWord = ''
  /** The kind of object that is created, such as TABLE, once it is known. */
  #kind: string | undefined
  #previousWord = ''
  /** True if the previous word was an END that closed a block. */
  #hasJustEnded = false
  #previousMark = ''

  constructor(dialect: DialectName) {
    this.#dialect = dialect
  }

  get isEmpty(): boolean {
    return this.#end === 0
  }

  get extent(): readonly [number, number] {
    return [this.#start, this.#end]
  }

  get isInBlock(): boolean {
    return this.#blocks > 0
  }

  get canEnd(): boolean {
    // In PostgreSQL, CREATE RULE may contain several SQL statements in parentheses.
    return this.#blocks === 0 && (this.#dialect !== 'postgres' || this.#parentheses <= 0)
  }

  read(token: Token): void {
    if (token.kind === 'space' || token.kind === 'comment') return
    if (this.isEmpty) this.#start = token.start
    this.#end = token.start + token.text.length
    if (token.kind === 'word') {
      if (this.#previousMark !== '.') this.#readWord(token.text.toUpperCase())
      this.#previousMark = ''
    } else {
      if (token.text === '(') this.#parentheses++
      else if (token.text === ')') this.#parentheses--
      if (token.text === ';') this.#hasJustEnded = false
      this.#previousMark = token.text
    }
  }

  #readWord(word: string): void {
    this.#firstWord ||= word
    if (this.#kind === undefined && objectKinds.has(word)) this.#kind = word
    if (this.#isCompound(word)) this.#readBlockWord(word)
    this.#previousWord = word
  }

  #isCompound(word: string): boolean {
    if (this.#blocks > 0 || this.#hasJustEnded) return true
    // A compound statement of MariaDB outside a routine.
    if (this.#firstWord === 'BEGIN') return this.#previousWord === 'BEGIN' && word === 'NOT'
    const isDefinition = this.#firstWord === 'CREATE' || this.#firstWord === 'ALTER'
    return isDefinition && routines[this.#dialect].includes(this.#kind ?? '')
  }

  #readBlockWord(word: string): void {
    const isBlockKeyword = this.#hasJustEnded && blockKeywords.has(word)
    this.#hasJustEnded = word === 'END' && this.#blocks > 0
    if (this.#hasJustEnded) this.#blocks--
    // END IF and the like close blocks that are not counted; END CASE closes one that is counted.
    else if (isBlockKeyword) this.#blocks += word === 'CASE' ? 0 : 1
    else if (word === 'CASE' || this.#opensBlock(word)) this.#blocks++
  }

  #opensBlock(word: string): boolean {
    if (this.#dialect === 'postgres') return word === 'ATOMIC' && this.#previousWord === 'BEGIN'
    if (this.#firstWord === 'BEGIN' && this.#blocks === 0) return word === 'NOT'
    return word === 'BEGIN'
  }
}

const objectKinds = new Set(
  'TABLE VIEW INDEX DATABASE SCHEMA SEQUENCE TYPE DOMAIN RULE POLICY TRIGGER PROCEDURE FUNCTION EVENT PACKAGE'.split(
    ' ',
  ),
)

const routines: Record<DialectName, readonly string[]> = {
  postgres: ['FUNCTION', 'PROCEDURE'],
  mysql: ['TRIGGER', 'PROCEDURE', 'FUNCTION', 'EVENT', 'PACKAGE'],
  sqlite: ['TRIGGER'],
}

const blockKeywords = new Set(['IF', 'LOOP', 'WHILE', 'REPEAT', 'CASE', 'FOR'])

/**
 * Returns a function that converts an offset to a line. The function is fast if offsets are passed in ascending order.
 */
function lineCounter(text: string): (offset: number) => number {
  let line = 1
  let countedUntil = 0
  return (offset) => {
    if (offset < countedUntil) [line, countedUntil] = [1, 0]
    for (; countedUntil < offset; countedUntil++) if (text[countedUntil] === '\n') line++
    return line
  }
}

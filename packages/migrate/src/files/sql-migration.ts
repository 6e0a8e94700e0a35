import type { DialectName } from '@fw/query'
import { InvalidMigration } from '../errors.ts'
import { splitStatements, type Directive, type SqlStatement } from './split-statements.ts'

/** The parsed content of an SQL file. */
export interface SqlScript {
  readonly up: readonly SqlStatement[]
  /** The down migration; undefined if the file does not contain one. */
  readonly down: readonly SqlStatement[] | undefined
  readonly transaction: boolean
  /** The lock timeout in milliseconds. */
  readonly lockTimeout: number | undefined
}

/** Parses an SQL file. `file` is its name in errors. Throws `InvalidMigration`. */
export function parseSqlMigration(sql: string, dialect: DialectName, file: string): SqlScript {
  const refuse = (line: number, problem: string): never => {
    throw new InvalidMigration(`${file}:${line}`, problem)
  }
  const { statements, directives } = splitStatements(sql, dialect, refuse)
  for (const { text, line } of statements) {
    const problem = problemOf(text)
    if (problem !== undefined) refuse(line, problem)
  }
  let transaction = true
  let lockTimeout: number | undefined
  let down: number | undefined
  for (const directive of directives) {
    const { word, value, after, line, isInside } = directive
    if (isInside)
      refuse(line, `"-- fw:${word}" is inside a query. End the query before it with a semicolon.`)
    if (word === 'down') {
      if (down !== undefined) refuse(line, '"-- fw:down" appears twice. Keep one.')
      down = after
    } else if (!(word in settings)) {
      refuse(line, `"-- fw:${word}" is unknown. Use down, no-transaction or lock-timeout.`)
    } else if (after > 0 || down !== undefined) {
      refuse(line, `"-- fw:${word}" must be at the top of the file.`)
    } else if (word === 'no-transaction') transaction = false
    else lockTimeout = readDuration(value) ?? refuse(line, durationProblem(directive))
  }
  return {
    up: statements.slice(0, down),
    down: down === undefined ? undefined : statements.slice(down),
    transaction,
    lockTimeout,
  }
}

const settings = { 'no-transaction': true, 'lock-timeout': true }

/** Returns the reason why this SQL is not allowed in a migration, or undefined. */
function problemOf(text: string): string | undefined {
  if (/^delimiter\b/i.test(text)) {
    return (
      'DELIMITER is a command of the mysql program, not of the database. Remove it: ' +
      'BEGIN … END is recognized without it.'
    )
  }
  const [word] = transactionStatements.exec(text) ?? []
  if (word === undefined) return undefined
  return (
    `${word.toUpperCase()} cannot be part of a migration, because fw controls the transactions. ` +
    'Remove it. If you need two transactions, write two migrations.'
  )
}

const transactionStatements =
  /^(?:begin(?!\s+not\b)|start\s+transaction|commit|end|abort|rollback(?!\s+(?:work\s+|transaction\s+)?to\b))\b/i

function durationProblem({ value }: Directive): string {
  return `"${value}" is not a duration. Use one such as 250ms, 30s or 5m.`
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function readDuration(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * units[unit as keyof typeof units]
}

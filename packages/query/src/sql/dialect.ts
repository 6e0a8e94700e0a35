import { InvalidQuery } from './errors.ts'
import { quoteAliased, quoteName } from './identifier.ts'

export type DialectName = 'postgres' | 'mysql' | 'sqlite'

export type Isolation = 'read uncommitted' | 'read committed' | 'repeatable read' | 'serializable'

/** What differs between databases. */
export interface DialectFacts {
  readonly name: DialectName
  readonly quoteMark: '"' | '`'
  /** `$1`, `$2` instead of `?`. */
  readonly numberedMarkers: boolean
  /** Values of one statement. */
  readonly maxParameters: number
  /** Operators beside those that every database has. */
  readonly operators: readonly string[]
  /** Operators whose right side may be a list. */
  readonly listOperators: readonly string[]
  /** Whether a value can be a list (an SQL array). */
  readonly lists: boolean
  /** Whether a write can give rows back. */
  readonly returning: boolean
  /** Whether a join can keep the rows of both sides. */
  readonly fullJoin: boolean
  /** Whether rows can be locked one by one. */
  readonly rowLocks: boolean
  /** What locks rows against change and waits for them. */
  readonly shareLock: string
  /** What stands for "no limit" where an offset needs one. */
  readonly noLimit: string
  /** The type that CAST takes for text. */
  readonly textType: string
  /** An insert of nothing but defaults, after the table's name. */
  readonly defaultValues: string
  /** What follows an insert to change the rows that exist already. */
  conflictClause(conflict: readonly string[], update: readonly string[]): string
  /** The statements that open a transaction. */
  begin(isolation: Isolation | undefined): readonly string[]
}

export interface Operator {
  readonly name: string
  /** With a space on each side. */
  readonly sql: string
  /** Whether its right side may be a list. */
  readonly takesList: boolean
}

const commonOperators = ['=', '!=', '<>', '<', '<=', '>', '>=', 'LIKE', 'NOT LIKE']
const maxCachedNames = 2000

export class Dialect {
  readonly facts: DialectFacts
  readonly name: DialectName
  readonly numberedMarkers: boolean
  readonly maxParameters: number
  readonly lists: boolean
  readonly #names = new Map<string, string>()
  readonly #aliased = new Map<string, string>()
  readonly #operators = new Map<string, Operator>()

  constructor(facts: DialectFacts) {
    this.facts = facts
    this.name = facts.name
    this.numberedMarkers = facts.numberedMarkers
    this.maxParameters = facts.maxParameters
    this.lists = facts.lists
    for (const name of [...commonOperators, ...facts.operators]) {
      const takesList = facts.lists && facts.listOperators.includes(name)
      const operator = { name, sql: ` ${name} `, takesList }
      this.#operators.set(name, operator).set(name.toLowerCase(), operator)
    }
  }

  /** `name`, `table.name` or `schema.table.name`, each segment quoted. */
  quote(name: string): string {
    return (
      this.#names.get(name) ?? remember(this.#names, name, quoteName(name, this.facts.quoteMark))
    )
  }

  /** Also takes `name as alias`, and `*` or `table.*`. */
  quoteAliased(name: string): string {
    return (
      this.#aliased.get(name) ??
      remember(this.#aliased, name, quoteAliased(name, this.facts.quoteMark))
    )
  }

  /** Throws `InvalidQuery` for an operator that is not on the list. */
  operator(operator: string): Operator {
    const known =
      this.#operators.get(operator) ?? this.#operators.get(String(operator).toLowerCase())
    if (known === undefined) throw this.#unknownOperator(operator)
    return known
  }

  #unknownOperator(operator: unknown): InvalidQuery {
    const names = [...this.#operators.values()].map(({ name }) => name)
    const allowed = [...new Set(names)].join('  ')
    return new InvalidQuery(
      operator === undefined
        ? 'where() takes a column, an operator and a value, or a callback.'
        : `${JSON.stringify(operator)} is no operator of ${this.name}. It has: ${allowed}`,
    )
  }
}

// Names can come from outside, so a cache is emptied before it grows without end.
function remember(cache: Map<string, string>, name: string, quoted: string): string {
  if (cache.size >= maxCachedNames) cache.clear()
  cache.set(name, quoted)
  return quoted
}

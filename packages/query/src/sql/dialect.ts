import { InvalidQuery } from './errors.ts'
import { quoteAliased, quoteName } from './identifier.ts'

/** The databases whose SQL is written. */
export type DialectName = 'postgres' | 'mysql' | 'sqlite'

/** What a transaction sees of others. */
export type Isolation = 'read uncommitted' | 'read committed' | 'repeatable read' | 'serializable'

/** `$1`, `$2` … or `?`. */
export type Markers = 'numbered' | 'question marks'

/** What differs between databases. */
export interface DialectTraits {
  readonly name: DialectName
  readonly quoteMark: '"' | '`'
  readonly markers: Markers
  /** How many values a statement can have. */
  readonly maxParameters: number
  /** Operators that not every database has. */
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
  /** The clause that locks rows against change, and waits where they are locked. */
  readonly shareLock: string
  /** What says "no limit" before an offset, where there has to be a limit. */
  readonly noLimit: string
  /** The type that CAST takes for text. */
  readonly textType: string
  /** What follows the table in an insert of nothing but defaults. */
  readonly defaultValues: string
  /** What follows an insert to change rows that already exist. */
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
  readonly traits: DialectTraits
  readonly name: DialectName
  readonly markers: Markers
  readonly maxParameters: number
  readonly lists: boolean
  readonly #names = new Map<string, string>()
  readonly #aliased = new Map<string, string>()
  readonly #operators = new Map<string, Operator>()

  constructor(traits: DialectTraits) {
    this.traits = traits
    this.name = traits.name
    this.markers = traits.markers
    this.maxParameters = traits.maxParameters
    this.lists = traits.lists
    for (const name of [...commonOperators, ...traits.operators]) {
      const takesList = traits.lists && traits.listOperators.includes(name)
      const operator = { name, sql: ` ${name} `, takesList }
      this.#operators.set(name, operator).set(name.toLowerCase(), operator)
    }
  }

  /** `name`, `table.name` or `schema.table.name`, each segment quoted. */
  quote(name: string): string {
    return (
      this.#names.get(name) ?? remember(this.#names, name, quoteName(name, this.traits.quoteMark))
    )
  }

  /** Also takes `name as alias`, and `*` or `table.*`. */
  quoteAliased(name: string): string {
    return (
      this.#aliased.get(name) ??
      remember(this.#aliased, name, quoteAliased(name, this.traits.quoteMark))
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

/** The conflict clause of PostgreSQL and SQLite. */
export function onConflict(
  dialect: Dialect,
  conflict: readonly string[],
  update: readonly string[],
): string {
  const target = conflict.map((column) => dialect.quote(column)).join(', ')
  const changes = update.map((column) => {
    const name = dialect.quote(column)
    return `${name} = excluded.${name}`
  })
  const action = changes.length > 0 ? `DO UPDATE SET ${changes.join(', ')}` : 'DO NOTHING'
  return ` ON CONFLICT (${target}) ${action}`
}

// Names can come from outside, so a cache is emptied before it grows without end.
function remember(cache: Map<string, string>, name: string, quoted: string): string {
  if (cache.size >= maxCachedNames) cache.clear()
  cache.set(name, quoted)
  return quoted
}

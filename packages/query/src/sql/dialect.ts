import { InvalidQuery } from './errors.ts'
import { quoteAliased, quoteName } from './identifier.ts'

/** The supported SQL dialects. */
export type DialectName = 'postgres' | 'mysql' | 'sqlite'

/** The isolation level of a transaction. */
export type Isolation = 'read uncommitted' | 'read committed' | 'repeatable read' | 'serializable'

/** The placeholder style: `$1`, `$2` … or `?`. */
export type Markers = 'numbered' | 'question marks'

/** The differences between databases. */
export interface DialectTraits {
  readonly name: DialectName
  readonly quoteMark: '"' | '`'
  readonly markers: Markers
  /** The maximum number of values in a query. */
  readonly maxParameters: number
  /** Operators that other databases may not have. */
  readonly operators: readonly string[]
  /** Operators whose right side may be a list. */
  readonly listOperators: readonly string[]
  /** True if a value can be a list (an SQL array). */
  readonly lists: boolean
  /** True if INSERT, UPDATE and DELETE can return rows. */
  readonly returning: boolean
  /** True if a join can keep the unmatched rows of both sides. */
  readonly fullJoin: boolean
  /** True if single rows can be locked. */
  readonly rowLocks: boolean
  /** The clause that locks rows against changes, and waits for locked rows. */
  readonly shareLock: string
  /** The clause for "no limit", for dialects that require a limit before an offset. */
  readonly noLimit: string
  /** The name of the text type for CAST. */
  readonly textType: string
  /** The clause of an INSERT with only default values. */
  readonly defaultValues: string
  /** Returns the clause of an INSERT that changes existing rows. */
  conflictClause(conflict: readonly string[], update: readonly string[]): string
  /** Returns the SQL that opens a transaction. */
  begin(isolation: Isolation | undefined): readonly string[]
}

export interface Operator {
  readonly name: string
  /** The SQL of the operator, with a space on each side. */
  readonly sql: string
  /** True if the right side may be a list. */
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

  /** Quotes each segment of `name`, `table.name` or `schema.table.name`. */
  quote(name: string): string {
    return (
      this.#names.get(name) ?? remember(this.#names, name, quoteName(name, this.traits.quoteMark))
    )
  }

  /** Like `quote`, but also accepts `name as alias`, and `*` or `table.*`. */
  quoteAliased(name: string): string {
    return (
      this.#aliased.get(name) ??
      remember(this.#aliased, name, quoteAliased(name, this.traits.quoteMark))
    )
  }

  /** Throws `InvalidQuery` for an operator that is not allowed. */
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
        ? 'The operator is missing. Write it after the column: where("age", ">=", 18).'
        : `${JSON.stringify(operator)} is not an operator of ${this.name}. The operators are: ${allowed}`,
    )
  }
}

/** Returns the conflict clause of PostgreSQL and SQLite. */
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

// Names may depend on user input, so the cache is cleared before it grows without limit.
function remember(cache: Map<string, string>, name: string, quoted: string): string {
  if (cache.size >= maxCachedNames) cache.clear()
  cache.set(name, quoted)
  return quoted
}

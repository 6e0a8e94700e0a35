import { ColumnComparison } from '../sql/column-comparison.ts'
import { Comparison } from '../sql/comparison.ts'
import type { Condition } from '../sql/condition.ts'
import { Existence } from '../sql/existence.ts'
import { Group } from '../sql/group.ts'
import { InList } from '../sql/in-list.ts'
import { InQuery } from '../sql/in-query.ts'
import { NullCheck } from '../sql/null-check.ts'
import { Range } from '../sql/range.ts'
import type { Dialect, Operator } from '../sql/dialect.ts'
import { InvalidQuery } from '../sql/errors.ts'
import { appended, type HasState } from '../sql/query-state.ts'
import { RawFragment } from '../sql/raw-fragment.ts'
import { Subquery } from '../sql/subquery.ts'
import { toRawParameter, toScalar, type Bindable } from '../sql/value.ts'

type Nested = (q: Conditions) => void

/** Where conditions go. */
interface HasConditions {
  wheres: readonly Condition[]
}

/** The conditions of a query, of parentheses within it, or of a join. They are joined with AND. */
export class Conditions {
  readonly #dialect: Dialect
  readonly #target: HasConditions

  constructor(dialect: Dialect, target: HasConditions) {
    this.#dialect = dialect
    this.#target = target
  }

  /**
   * `column operator value`, or conditions in parentheses when a callback is given.
   * `=` and `!=` with null become `IS NULL` and `IS NOT NULL`.
   */
  where(conditions: Nested): this
  where(column: string, operator: string, value: unknown): this
  where(column: string | Nested, operator?: string, value?: unknown): this {
    return this.#compare(false, column, operator, value)
  }

  /** Like `where`, joined with OR. */
  orWhere(conditions: Nested): this
  orWhere(column: string, operator: string, value: unknown): this
  orWhere(column: string | Nested, operator?: string, value?: unknown): this {
    return this.#compare(true, column, operator, value)
  }

  /** The column is one of the values; an empty list matches nothing. A query of one column can stand for the list. */
  whereIn(column: string, values: readonly unknown[] | HasState): this {
    return this.#isIn(column, false, values)
  }

  /** The column is none of the values; an empty list matches everything. */
  whereNotIn(column: string, values: readonly unknown[] | HasState): this {
    return this.#isIn(column, true, values)
  }

  whereNull(column: string): this {
    return this.#add(new NullCheck(false, column, false))
  }

  whereNotNull(column: string): this {
    return this.#add(new NullCheck(false, column, true))
  }

  /** The column lies between the two values, or is one of them. */
  whereBetween(column: string, [from, to]: readonly [unknown, unknown]): this {
    const place = () => `whereBetween(${column})`
    return this.#add(new Range(false, column, toScalar(from, place), toScalar(to, place)))
  }

  /** Compares two columns. */
  whereColumn(first: string, operator: string, second: string): this {
    return this.#add(
      new ColumnComparison(false, first, this.#dialect.operator(operator).sql, second),
    )
  }

  whereExists(query: HasState): this {
    return this.#add(new Existence(false, false, new Subquery(query)))
  }

  whereNotExists(query: HasState): this {
    return this.#add(new Existence(false, true, new Subquery(query)))
  }

  /** One condition in SQL, with `?` for each parameter and `??` for a question mark. */
  whereRaw(sql: string, params: readonly unknown[] = []): this {
    return this.#add(new Group(false, new RawFragment('whereRaw', sql, params, this.#dialect)))
  }

  #compare(
    or: boolean,
    column: string | Nested,
    operator: string | undefined,
    value: unknown,
  ): this {
    if (typeof column === 'function') return this.#nest(or, column)
    const known = this.#dialect.operator(operator as string)
    if (value === null) {
      return this.#add(new NullCheck(or, column, isInequality(known, column)))
    }
    const place = () => `where(${column})`
    const bindable = known.takesList
      ? toRawParameter(value, this.#dialect, place)
      : toScalar(value, place)
    return this.#add(new Comparison(or, column, known.sql, bindable))
  }

  #nest(or: boolean, define: Nested): this {
    const inner = collect(this.#dialect, define)
    return inner.length > 0 ? this.#add(Group.of(or, inner)) : this
  }

  #isIn(column: string, not: boolean, values: readonly unknown[] | HasState): this {
    if (!Array.isArray(values)) {
      return this.#add(new InQuery(false, column, not, new Subquery(values as HasState)))
    }
    const place = () => `whereIn(${column})`
    const list: Bindable[] = []
    for (const value of values) if (value !== null) list.push(toScalar(value, place))
    return this.#add(new InList(false, column, not, list, list.length < values.length))
  }

  #add(condition: Condition): this {
    this.#target.wheres = appended(this.#target.wheres, condition)
    return this
  }
}

/** The conditions that a callback adds. */
export function collect(dialect: Dialect, define: Nested): readonly Condition[] {
  const target: HasConditions = { wheres: [] }
  define(new Conditions(dialect, target))
  return target.wheres
}

function isInequality({ name }: Operator, column: string): boolean {
  if (name === '=') return false
  if (name === '!=' || name === '<>') return true
  throw new InvalidQuery(
    `where(${column}): ${name} with null is never true. Use = or != with null, or whereNull().`,
  )
}

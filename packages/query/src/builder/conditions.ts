import {
  between,
  ColumnComparison,
  Comparison,
  exists,
  group,
  inList,
  inQuery,
  isNotNull,
  isNull,
  notExists,
  notInList,
  notInQuery,
  parenthesized,
  type Condition,
  type ListedValues,
} from '../sql/condition.ts'
import type { Dialect, Operator } from '../sql/dialect.ts'
import { InvalidQuery } from '../sql/errors.ts'
import { append, type HasState } from '../sql/query-state.ts'
import { RawFragment } from '../sql/raw-fragment.ts'
import type { SqlFragment } from '../sql/sql-writer.ts'
import { Subquery } from '../sql/subquery.ts'
import { toRawParameter, toScalar, type Bindable } from '../sql/value.ts'

type Nested = (q: Conditions) => void

/** A builder that has a list of conditions. */
interface HasConditions {
  wheres: Condition[]
}

/** The conditions of a query, of a group in parentheses, or of a join. All except `orWhere` are joined with AND. */
export class Conditions {
  readonly #dialect: Dialect
  readonly #target: HasConditions

  constructor(dialect: Dialect, target: HasConditions) {
    this.#dialect = dialect
    this.#target = target
  }

  /**
   * Adds `column operator value`, or the conditions of a callback in parentheses. With null, `=` becomes `IS NULL`,
   * `!=` and `<>` become `IS NOT NULL`, and other operators throw `InvalidQuery`.
   */
  where(conditions: Nested): this
  where(column: string, operator: string, value: unknown): this
  where(column: string | Nested, operator?: string, value?: unknown): this {
    return this.#where('and', column, operator, value)
  }

  /** Like `where`, but joined with OR. */
  orWhere(conditions: Nested): this
  orWhere(column: string, operator: string, value: unknown): this
  orWhere(column: string | Nested, operator?: string, value?: unknown): this {
    return this.#where('or', column, operator, value)
  }

  /**
   * Matches rows whose column is one of the values. An empty list matches no rows. Instead of a list, a query with one
   * column can be passed.
   */
  whereIn(column: string, values: readonly unknown[] | HasState): this {
    return this.#and(
      isList(values)
        ? inList(column, toListedValues(`whereIn(${column})`, values))
        : inQuery(column, new Subquery(values)),
    )
  }

  /**
   * Matches rows whose column is not one of the values. An empty list matches all rows; rows whose column is
   * NULL match no other list.
   */
  whereNotIn(column: string, values: readonly unknown[] | HasState): this {
    return this.#and(
      isList(values)
        ? notInList(column, toListedValues(`whereNotIn(${column})`, values))
        : notInQuery(column, new Subquery(values)),
    )
  }

  whereNull(column: string): this {
    return this.#and(isNull(column))
  }

  whereNotNull(column: string): this {
    return this.#and(isNotNull(column))
  }

  /** Matches rows whose column is between the two values, inclusive. */
  whereBetween(column: string, [from, to]: readonly [unknown, unknown]): this {
    const location = () => `whereBetween(${column})`
    return this.#and(between(column, toScalar(from, location), toScalar(to, location)))
  }

  /** Adds a condition that compares two columns. */
  whereColumn(first: string, operator: string, second: string): this {
    return this.#and(new ColumnComparison(first, this.#dialect.operator(operator).sql, second))
  }

  whereExists(query: HasState): this {
    return this.#and(exists(new Subquery(query)))
  }

  whereNotExists(query: HasState): this {
    return this.#and(notExists(new Subquery(query)))
  }

  /** Adds a condition in SQL, with `?` for each parameter and `??` for a literal question mark. */
  whereRaw(sql: string, params: readonly unknown[] = []): this {
    return this.#and(parenthesized(new RawFragment('whereRaw', sql, params, this.#dialect)))
  }

  #where(
    join: Condition['join'],
    column: string | Nested,
    operator: string | undefined,
    value: unknown,
  ): this {
    if (typeof column !== 'function') {
      return this.#add(join, compare(this.#dialect, 'where', column, operator, value))
    }
    const inner = conditionsOf(column, this.#dialect)
    return inner.length > 0 ? this.#add(join, group(inner)) : this
  }

  #and(condition: SqlFragment): this {
    return this.#add('and', condition)
  }

  #add(join: Condition['join'], condition: SqlFragment): this {
    this.#target.wheres = append(this.#target.wheres, { join, condition })
    return this
  }
}

/**
 * Returns `column operator value`, with `IS NULL` or `IS NOT NULL` for null. `call` is the name of
 * the called method, for errors.
 */
export function compare(
  dialect: Dialect,
  call: string,
  column: string,
  operator: string | undefined,
  value: unknown,
): SqlFragment {
  const known = dialect.operator(operator as string)
  const location = () => `${call}(${column})`
  if (value === null) return nullComparison(column, known, location)
  const bindable = known.takesList
    ? toRawParameter(value, dialect, location)
    : toScalar(value, location)
  return new Comparison(column, known.sql, bindable)
}

/** Returns the conditions that a callback adds. */
export function conditionsOf(define: Nested, dialect: Dialect): readonly Condition[] {
  const target: HasConditions = { wheres: [] }
  define(new Conditions(dialect, target))
  return target.wheres
}

function isList(values: readonly unknown[] | HasState): values is readonly unknown[] {
  return Array.isArray(values)
}

function toListedValues(call: string, list: readonly unknown[]): ListedValues {
  const location = () => call
  const values: Bindable[] = []
  for (const value of list) if (value !== null) values.push(toScalar(value, location))
  return { values, hasNull: values.length < list.length }
}

function nullComparison(column: string, { name }: Operator, location: () => string): SqlFragment {
  if (name === '=') return isNull(column)
  if (name === '!=' || name === '<>') return isNotNull(column)
  throw new InvalidQuery(`${location()}: ${name} does not accept null. Use = or != with null.`)
}

import { Comparison } from './conditions/comparison.ts'
import type { Condition } from './conditions/condition.ts'
import { Group } from './conditions/group.ts'
import { NullCheck } from './conditions/null-check.ts'
import type { Dialect } from './dialect.ts'
import { InvalidQuery } from './errors.ts'
import { toScalar } from './value.ts'

/** The conditions of a query, of parentheses within it, or of a join. */
export class Conditions {
  readonly #dialect: Dialect
  readonly #conditions: Condition[]

  constructor(dialect: Dialect, conditions: Condition[]) {
    this.#dialect = dialect
    this.#conditions = conditions
  }

  /** Adds `column operator value`, joined with AND; with a callback, conditions in parentheses. */
  where(conditions: (q: Conditions) => void): this
  where(column: string, operator: string, value: unknown): this
  where(column: string | ((q: Conditions) => void), operator?: string, value?: unknown): this {
    return this.#add(false, column, operator, value)
  }

  /** Like `where`, joined with OR. */
  orWhere(conditions: (q: Conditions) => void): this
  orWhere(column: string, operator: string, value: unknown): this
  orWhere(column: string | ((q: Conditions) => void), operator?: string, value?: unknown): this {
    return this.#add(true, column, operator, value)
  }

  #add(
    or: boolean,
    column: string | ((q: Conditions) => void),
    operator: string | undefined,
    value: unknown,
  ): this {
    if (typeof column === 'function') {
      const inner: Condition[] = []
      column(new Conditions(this.#dialect, inner))
      if (inner.length > 0) this.#conditions.push(new Group(or, inner))
      return this
    }
    const known = this.#dialect.operator(operator as string)
    this.#conditions.push(
      value === null
        ? new NullCheck(or, column, isNegation(known, column))
        : new Comparison(
            or,
            column,
            known,
            toScalar(value, () => `where(${column})`),
          ),
    )
    return this
  }
}

function isNegation(operator: string, column: string): boolean {
  if (operator === '=') return false
  if (operator === '!=' || operator === '<>') return true
  throw new InvalidQuery(
    `where(${column}): nothing compares to null by ${operator}. Use = or != with null.`,
  )
}

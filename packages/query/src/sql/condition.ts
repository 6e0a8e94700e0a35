import type { SqlFragment, SqlWriter } from './sql-writer.ts'
import type { Bindable } from './value.ts'

/** A condition in a list, with the operator that joins it to the preceding conditions. */
export interface Condition {
  readonly join: 'and' | 'or'
  readonly condition: SqlFragment
}

/** The values of an IN list. Nulls are kept separately, because IN never matches NULL in SQL. */
export interface ListedValues {
  readonly values: readonly Bindable[]
  readonly hasNull: boolean
}

export function writeConditions(sql: SqlWriter, conditions: readonly Condition[]): void {
  for (let index = 0; index < conditions.length; index++) {
    const { join, condition } = conditions[index] as Condition
    if (index > 0) sql.text += join === 'or' ? ' OR ' : ' AND '
    condition.write(sql)
  }
}

// Most conditions are comparisons. Class instances are faster to create here than closures.

/** The condition `column operator ?`. The operator is SQL of the dialect, including spaces. */
export class Comparison implements SqlFragment {
  readonly #column: string
  readonly #operator: string
  readonly #value: Bindable

  constructor(column: string, operator: string, value: Bindable) {
    this.#column = column
    this.#operator = operator
    this.#value = value
  }

  write(sql: SqlWriter): void {
    sql.text += sql.name(this.#column) + this.#operator + sql.marker(this.#value)
  }
}

/** The condition `column operator column`. */
export class ColumnComparison implements SqlFragment {
  readonly #first: string
  readonly #operator: string
  readonly #second: string

  constructor(first: string, operator: string, second: string) {
    this.#first = first
    this.#operator = operator
    this.#second = second
  }

  write(sql: SqlWriter): void {
    sql.text += sql.name(this.#first) + this.#operator + sql.name(this.#second)
  }
}

/** Returns `column BETWEEN ? AND ?`, which includes both ends. */
export function between(column: string, from: Bindable, to: Bindable): SqlFragment {
  return {
    write(sql) {
      sql.text += `${sql.name(column)} BETWEEN ${sql.marker(from)} AND ${sql.marker(to)}`
    },
  }
}

export function isNull(column: string): SqlFragment {
  return {
    write(sql) {
      sql.text += `${sql.name(column)} IS NULL`
    },
  }
}

export function isNotNull(column: string): SqlFragment {
  return {
    write(sql) {
      sql.text += `${sql.name(column)} IS NOT NULL`
    },
  }
}

/** Returns `column IN (?, ?)`. An empty list matches no rows. */
export function inList(column: string, list: ListedValues): SqlFragment {
  return membership(column, list, {
    operator: 'IN',
    empty: '1 = 0',
    joinOperator: 'OR',
    nullCheck: 'IS NULL',
  })
}

/** Returns `column NOT IN (?, ?)`. An empty list matches all rows. */
export function notInList(column: string, list: ListedValues): SqlFragment {
  return membership(column, list, {
    operator: 'NOT IN',
    empty: '1 = 1',
    joinOperator: 'AND',
    nullCheck: 'IS NOT NULL',
  })
}

/** Returns `column IN (SELECT …)`. */
export function inQuery(column: string, query: SqlFragment): SqlFragment {
  return {
    write(sql) {
      sql.text += `${sql.name(column)} IN `
      query.write(sql)
    },
  }
}

/** Returns `column NOT IN (SELECT …)`. */
export function notInQuery(column: string, query: SqlFragment): SqlFragment {
  return {
    write(sql) {
      sql.text += `${sql.name(column)} NOT IN `
      query.write(sql)
    },
  }
}

export function exists(query: SqlFragment): SqlFragment {
  return {
    write(sql) {
      sql.text += 'EXISTS '
      query.write(sql)
    },
  }
}

export function notExists(query: SqlFragment): SqlFragment {
  return {
    write(sql) {
      sql.text += 'NOT EXISTS '
      query.write(sql)
    },
  }
}

export function parenthesized(content: SqlFragment): SqlFragment {
  return {
    write(sql) {
      sql.text += '('
      content.write(sql)
      sql.text += ')'
    },
  }
}

/** Combines conditions into one, in parentheses. */
export function group(conditions: readonly Condition[]): SqlFragment {
  return parenthesized({ write: (sql) => writeConditions(sql, conditions) })
}

interface MembershipSql {
  readonly operator: string
  /** The condition to use for an empty list. */
  readonly empty: string
  /** The operator that adds the NULL check if the list contains null. */
  readonly joinOperator: 'AND' | 'OR'
  readonly nullCheck: string
}

function membership(
  column: string,
  { values, hasNull }: ListedValues,
  { operator, empty, joinOperator, nullCheck }: MembershipSql,
): SqlFragment {
  const write = (sql: SqlWriter): void => {
    if (values.length === 0) {
      sql.text += empty
      return
    }
    sql.text += `${sql.name(column)} ${operator} (`
    for (let index = 0; index < values.length; index++) {
      const marker = sql.marker(values[index] as Bindable)
      sql.text += index > 0 ? `, ${marker}` : marker
    }
    sql.text += ')'
  }
  if (!hasNull) return { write }
  return {
    write(sql) {
      sql.text += '('
      write(sql)
      sql.text += ` ${joinOperator} ${sql.name(column)} ${nullCheck})`
    },
  }
}

import type { SqlWriter } from './sql-writer.ts'
import type { Bindable } from './value.ts'
import type { Condition } from './condition.ts'

/** `column IN (?, ?)`. A null in the list means `IS NULL`, which SQL's own IN would never match. */
export class InList implements Condition {
  readonly or: boolean
  readonly #column: string
  readonly #not: boolean
  readonly #values: readonly Bindable[]
  readonly #hasNull: boolean

  /** `values` holds no null; `hasNull` says whether there was one. */
  constructor(
    or: boolean,
    column: string,
    not: boolean,
    values: readonly Bindable[],
    hasNull: boolean,
  ) {
    this.or = or
    this.#column = column
    this.#not = not
    this.#values = values
    this.#hasNull = hasNull
  }

  write(sql: SqlWriter): void {
    if (!this.#hasNull) {
      sql.text += this.#listed(sql)
      return
    }
    const [joint, check] = this.#not ? ['AND', 'IS NOT NULL'] : ['OR', 'IS NULL']
    sql.text += `(${this.#listed(sql)} ${joint} ${sql.name(this.#column)} ${check})`
  }

  #listed(sql: SqlWriter): string {
    if (this.#values.length === 0) return this.#not ? '1 = 1' : '1 = 0'
    let markers = ''
    for (const value of this.#values) {
      markers += markers === '' ? sql.marker(value) : `, ${sql.marker(value)}`
    }
    return `${sql.name(this.#column)}${this.#not ? ' NOT IN (' : ' IN ('}${markers})`
  }
}

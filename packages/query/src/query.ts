import { compileDelete, compileInsert, compileSelect, compileUpdate } from './compile.ts'
import { Conditions } from './conditions.ts'
import { connectionOf, type Connection, type Row } from './connection.ts'
import { InvalidQuery } from './errors.ts'
import { createState, type QueryState } from './query-state.ts'
import { SqlWriter } from './sql-writer.ts'
import { toScalar, type Bindable } from './value.ts'

/** One statement. All calls accumulate on the instance; each statement needs an instance of its own. */
export class Query extends Conditions {
  readonly #connection: Connection
  readonly #state: QueryState

  constructor(driver: object) {
    const connection = connectionOf(driver)
    const state = createState(connection.dialect)
    super(connection.dialect, state.wheres)
    this.#connection = connection
    this.#state = state
  }

  /** The table, as `name`, `schema.name` or `name as alias`. */
  table(name: string): this {
    this.#state.table = { write: (sql) => (sql.text += sql.dialect.quoteAliased(name, false)) }
    return this
  }

  /** The rows. */
  async get<R extends object = Row>(): Promise<R[]> {
    return (await this.#connection.run(compileSelect(this.#state))).rows as R[]
  }

  /** The first row, or null. */
  async first<R extends object = Row>(): Promise<R | null> {
    const { rows } = await this.#connection.run(compileSelect({ ...this.#state, limit: 1 }))
    return (rows[0] as R | undefined) ?? null
  }

  /** How many rows match the conditions. */
  async count(): Promise<number> {
    const counted = { write: (sql: SqlWriter) => void (sql.text += 'COUNT(*) AS "count"') }
    const { rows } = await this.#connection.run(
      compileSelect({
        ...this.#state,
        columns: [counted],
        orders: [],
        limit: undefined,
        offset: undefined,
      }),
    )
    return Number(rows[0]?.['count'])
  }

  /** Inserts one row, or many. */
  async insert(rows: object | readonly object[]): Promise<void> {
    const list = Array.isArray(rows) ? (rows as object[]) : [rows as object]
    if (list.length === 0) return
    const columns = Object.keys(list[0] as object)
    await this.#connection.run(
      compileInsert(
        this.#state,
        columns,
        list.map((row) => valuesOf(row, columns)),
      ),
    )
  }

  /** Inserts one row and gives its generated key. */
  async insertGetId(row: object, primaryKey = 'id'): Promise<number | bigint | string> {
    const columns = Object.keys(row)
    const { rows } = await this.#connection.run(
      compileInsert(this.#state, columns, [valuesOf(row, columns)], primaryKey),
    )
    return rows[0]?.[primaryKey] as number | bigint | string
  }

  /** Changes the matching rows and gives their number. Throws without a condition, unless `.all()` was called. */
  async update(changes: object): Promise<number> {
    this.#refuseUnconditional('update')
    const pairs = Object.entries(changes).map(
      ([column, value]) => [column, toScalar(value, () => `update(): ${column}`)] as const,
    )
    return (await this.#connection.run(compileUpdate(this.#state, pairs))).affected
  }

  /** Deletes the matching rows and gives their number. Throws without a condition, unless `.all()` was called. */
  async delete(): Promise<number> {
    this.#refuseUnconditional('delete')
    return (await this.#connection.run(compileDelete(this.#state))).affected
  }

  /** Lets `update` and `delete` go over every row of the table. */
  all(): this {
    this.#state.allRows = true
    return this
  }

  /** The select as text with `?` markers, and its values in the order of the markers. */
  toSql(): { sql: string; params: unknown[] } {
    const { text, params } = compileSelect(this.#state, new SqlWriter(this.#state.dialect, false))
    return { sql: text, params: [...params] }
  }

  #refuseUnconditional(call: string): void {
    if (this.#state.wheres.length > 0 || this.#state.allRows) return
    throw new InvalidQuery(
      `${call}() without a condition would touch every row. Add where(), or call all() if that is meant.`,
    )
  }
}

function valuesOf(row: object, columns: readonly string[]): Bindable[] {
  return columns.map((column) => toScalar((row as Row)[column], () => `insert(): ${column}`))
}

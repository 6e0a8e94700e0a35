import type { MaybePromise } from '../platform/maybe-promise.ts'
import {
  KeyedStore,
  nextVersion,
  onceAMinute,
  type RecordChange,
  type StoredRecord,
} from './keyed-store.ts'

/** The methods of a `Query` of `@fw/query` that are used here. */
export interface TableQuery {
  table(name: string): this
  where(column: string, operator: string, value: unknown): this
  whereIn(column: string, values: readonly unknown[]): this
  get(): Promise<Row[]>
  insert(row: object): Promise<void>
  update(changes: object): Promise<number>
  delete(): Promise<number>
}

type Row = Readonly<Record<string, unknown>>

/** The names of the columns, and how values are stored in them. */
export interface TableLayout<Value> {
  readonly table: string
  /** The column of the primary key. */
  readonly key: string
  /** The column of the version; undefined if records do not change. */
  readonly version?: string
  /** The column of the expiry time; undefined if records do not expire. */
  readonly expiresAt?: string
  /** Returns the values of the other columns. */
  toColumns(value: Value): Readonly<Record<string, string | number>>
  toValue(row: Row): Value
}

/** Stores values in a table of a database. */
export class SqlKeyedStore<Value> extends KeyedStore<Value> {
  readonly #query: () => MaybePromise<TableQuery>
  readonly #layout: TableLayout<Value>
  readonly #clean = onceAMinute((now) => {
    // Errors are ignored, because the next cleanup deletes the same rows.
    this.#deleteExpired(now).catch(() => {})
  })

  /** `query` is called for each SQL query and returns a new `Query` object. */
  constructor(query: () => MaybePromise<TableQuery>, layout: TableLayout<Value>) {
    super()
    this.#query = query
    this.#layout = layout
  }

  async get(key: string): Promise<StoredRecord<Value> | undefined> {
    const [record] = await this.getAll([key])
    return record
  }

  override async getAll(keys: readonly string[]): Promise<(StoredRecord<Value> | undefined)[]> {
    const { key: id, version = '', toValue } = this.#layout
    const rows = await (await this.#rows()).whereIn(id, keys).get()
    return keys.map((key) => {
      const row = rows.find((each) => each[id] === key)
      return row && { value: toValue(row), version: Number(row[version] ?? 1) }
    })
  }

  async put(
    key: string,
    change: RecordChange<Value>,
    now: number,
    expectedVersion?: number,
  ): Promise<boolean> {
    const { version, expiresAt, toColumns } = this.#layout
    const columns = {
      ...toColumns(change.value),
      ...(version !== undefined && { [version]: nextVersion(change, expectedVersion) }),
      ...(expiresAt !== undefined && { [expiresAt]: change.expiresAt }),
    }
    if (expectedVersion === undefined) return this.#insert(key, columns, now)
    const row = await this.#row(key)
    if (version !== undefined) row.where(version, '=', expectedVersion)
    return (await row.update(columns)) > 0
  }

  async delete(key: string): Promise<void> {
    await (await this.#row(key)).delete()
  }

  /** Inserts a record. Returns false if the key exists. */
  async #insert(key: string, columns: object, now: number): Promise<boolean> {
    try {
      await (await this.#rows()).insert({ [this.#layout.key]: key, ...columns })
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
    this.#clean(now)
    return true
  }

  async #deleteExpired(now: number): Promise<void> {
    const { expiresAt } = this.#layout
    if (expiresAt !== undefined) await (await this.#rows()).where(expiresAt, '<=', now).delete()
  }

  async #row(key: string): Promise<TableQuery> {
    return (await this.#rows()).where(this.#layout.key, '=', key)
  }

  async #rows(): Promise<TableQuery> {
    return (await this.#query()).table(this.#layout.table)
  }
}

/** True for a `QueryFailed` of `@fw/query` caused by a duplicate primary key. */
function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'reason' in error && error.reason === 'unique-violation'
}

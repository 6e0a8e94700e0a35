import { compileCount, compileSelect, writeSelect } from '../sql/compile-select.ts'
import { compileDelete, compileUpdate, type Change } from '../sql/compile-change.ts'
import { compileInsert, toInsertRows } from '../sql/compile-insert.ts'
import { connectionOf, dialectNamed } from '../drivers/connect.ts'
import type { Connection, Outcome, Row } from '../connection/connection.ts'
import { readCursorPage } from './cursor-page.ts'
import type { DialectName } from '../sql/dialect.ts'
import { InvalidQuery } from '../sql/errors.ts'
import { hydrateRows, type RowClass } from '../rows/hydrate-rows.ts'
import { rowKey } from '../sql/identifier.ts'
import { CursorPaginator, Paginator } from './paginator.ts'
import { stateKey, type QueryState } from '../sql/query-state.ts'
import { Selection } from './selection.ts'
import { SqlWriter, type Statement } from '../sql/sql-writer.ts'
import { untilAborted } from '../connection/cancellation.ts'
import { runObserved, streamObserved } from '../connection/observed-query.ts'
import { toScalar, toStored } from '../sql/value.ts'

/** The key of an inserted row. */
export type Key = number | bigint | string

/**
 * A single SQL query. Each call adds to the instance, which is never reset, so create a new instance for each query.
 * Methods that run the query do not change its conditions.
 */
export class Query extends Selection {
  readonly #connection: Connection

  /**
   * `connection` is a pool or client of a driver, a `Database`, or a transaction. `dialect` replaces
   * the dialect of the connection. With `dialect`, `connection` can also be any other object, for
   * which only `toSql()` works.
   */
  constructor(connection: object, dialect?: DialectName) {
    const resolved = connectionOf(connection, dialect)
    super(dialect === undefined ? resolved.dialect : dialectNamed(dialect))
    this.#connection = resolved
  }

  /** Returns the rows as plain objects, or as instances of a class. */
  get<R extends object = Row>(): Promise<R[]>
  get<T extends object>(type: RowClass<T>): Promise<T[]>
  get<T extends object>(type?: RowClass<T>): Promise<T[]> {
    const outcome = this.#select(this[stateKey])
    return type
      ? outcome.then(({ rows }) => hydrateRows(rows, type))
      : (outcome.then(allRows) as Promise<T[]>)
  }

  /** Returns the first row, or null. */
  first<R extends object = Row>(): Promise<R | null>
  first<T extends object>(type: RowClass<T>): Promise<T | null>
  first<T extends object>(type?: RowClass<T>): Promise<T | null> {
    const outcome = this.#select(this[stateKey], 1)
    return type
      ? outcome.then(({ rows }) => hydrateRows(rows, type)).then(([object = null]) => object)
      : (outcome.then(firstRow) as Promise<T | null>)
  }

  /** Returns the number of matching rows. Ignores order, limit and offset. */
  async count(): Promise<number> {
    const { rows } = await this.#run(compileCount(this[stateKey]))
    return Number(rows[0]?.['count'])
  }

  /** Returns true if any row matches. */
  async exists(): Promise<boolean> {
    const one = { write: (sql: SqlWriter) => void (sql.text += '1') }
    const state = this[stateKey]
    const columns = state.groups.length > 0 || state.unions.length > 0 ? state.columns : [one]
    return (await this.#read({ ...state, columns, orders: [], limit: 1 })).length > 0
  }

  /** Returns the values of one column. */
  async pluck<V = unknown>(column: string): Promise<V[]> {
    const state = this[stateKey]
    const only = { write: (sql: SqlWriter) => void (sql.text += sql.name(column)) }
    const rows = await this.#read({ ...state, columns: [only] })
    const key = rowKey(column)
    return rows.map((row) => row[key] as V)
  }

  /** Returns a page of the rows, with the total number of rows. `page` starts at 1. */
  paginate<R extends object = Row>(perPage: number, page?: number): Promise<Paginator<R>>
  paginate<T extends object>(
    perPage: number,
    page: number | undefined,
    type: RowClass<T>,
  ): Promise<Paginator<T>>
  async paginate<T extends object>(
    perPage: number,
    page = 1,
    type?: RowClass<T>,
  ): Promise<Paginator<T>> {
    requirePositive('perPage', perPage)
    requirePositive('page', page)
    const total = await this.count()
    const offset = (page - 1) * perPage
    const rows =
      offset < total
        ? await this.#read({
            ...this[stateKey],
            limit: perPage,
            offset: offset === 0 ? undefined : offset,
          })
        : []
    return new Paginator(await toObjects(rows, type), page, perPage, total)
  }

  /**
   * Returns at most `perPage` rows after a cursor, in the order of `cursorColumn`, which must be unique and never null.
   * Default: `id`. A null cursor starts at the beginning. After `orderBy(column, 'desc')` with the cursor column, the
   * order is descending. If the query is ordered by another column, pages may skip or repeat rows.
   */
  cursorPaginate<R extends object = Row>(
    perPage: number,
    cursor?: string | null,
    cursorColumn?: string,
  ): Promise<CursorPaginator<R>>
  cursorPaginate<T extends object>(
    perPage: number,
    cursor: string | null | undefined,
    cursorColumn: string | undefined,
    type: RowClass<T>,
  ): Promise<CursorPaginator<T>>
  async cursorPaginate<T extends object>(
    perPage: number,
    cursor: string | null = null,
    cursorColumn = 'id',
    type?: RowClass<T>,
  ): Promise<CursorPaginator<T>> {
    requirePositive('perPage', perPage)
    const state = this[stateKey]
    const page = await readCursorPage(this.#connection, state, perPage, cursor, cursorColumn)
    return new CursorPaginator(await toObjects(page.rows, type), page.nextCursor)
  }

  /** Yields the rows one by one. They are fetched in batches of `size`, by default 500, while the query runs. */
  stream<R extends object = Row>(type?: undefined, size?: number): AsyncGenerator<R, void>
  stream<T extends object>(type: RowClass<T>, size?: number): AsyncGenerator<T, void>
  async *stream<T extends object>(type?: RowClass<T>, size = 500): AsyncGenerator<T, void> {
    requirePositive('size', size)
    for await (const rows of this.#batches(size)) {
      yield* await toObjects(rows, type)
    }
  }

  /** Calls `work` with batches of at most `size` rows, and waits for it before reading the next batch. */
  chunk<R extends object = Row>(size: number, work: (rows: R[]) => unknown): Promise<void>
  chunk<T extends object>(
    size: number,
    work: (rows: T[]) => unknown,
    type: RowClass<T>,
  ): Promise<void>
  async chunk<T extends object>(
    size: number,
    work: (rows: T[]) => unknown,
    type?: RowClass<T>,
  ): Promise<void> {
    requirePositive('size', size)
    for await (const rows of this.#batches(size)) {
      await work(await toObjects(rows, type))
    }
  }

  [Symbol.asyncIterator](): AsyncGenerator<Row, void> {
    return this.stream()
  }

  /**
   * Inserts one row or many. Many rows are sent in one INSERT, or in several that succeed or fail
   * together.
   */
  async insert(rows: object | readonly object[]): Promise<void> {
    const state = this[stateKey]
    const batches = toInsertRows('insert', rows, state.dialect)
    await this.#runAll(batches.map((batch) => compileInsert(state, batch)))
  }

  /**
   * Inserts one row and returns the value of its column `primaryKey`, by default `id`. On MySQL, a key that is not in
   * `row` must be `AUTO_INCREMENT`.
   */
  async insertGetId(row: object, primaryKey = 'id'): Promise<Key> {
    const state = this[stateKey]
    const { returning } = state.dialect.traits
    const [batch] = toInsertRows('insertGetId', [row], state.dialect)
    const clauses = returning ? { returning: [primaryKey] } : {}
    const { rows, insertId } = await this.#run(
      compileInsert(state, batch as NonNullable<typeof batch>, clauses),
    )
    const suppliedKey = (row as Row)[primaryKey] as Key | undefined
    return returning ? (rows[0]?.[primaryKey] as Key) : (suppliedKey ?? (insertId as Key))
  }

  /** Inserts rows and returns the stored values of `columns`. Default: all columns. Not supported by MySQL. */
  async insertReturning<R extends object = Row>(
    rows: object | readonly object[],
    columns: readonly string[] = ['*'],
  ): Promise<R[]> {
    const state = this[stateKey]
    const batches = toInsertRows('insertReturning', rows, state.dialect)
    const statements = batches.map((batch) => compileInsert(state, batch, { returning: columns }))
    return (await this.#runAll(statements)) as R[]
  }

  /**
   * Inserts rows. If a row with the same `conflictColumns` exists, updates its `updateColumns` instead. Default: all
   * other columns; with an empty list, existing rows do not change. MySQL checks every unique key of the table for
   * conflicts.
   */
  async upsert(
    rows: object | readonly object[],
    conflictColumns: readonly string[],
    updateColumns?: readonly string[],
  ): Promise<void> {
    if (conflictColumns.length === 0) {
      throw new InvalidQuery(
        'upsert(): name the columns of the unique key that rows may conflict on.',
      )
    }
    const state = this[stateKey]
    const statements = toInsertRows('upsert', rows, state.dialect).map((batch) => {
      const otherColumns = batch.columns.filter((column) => !conflictColumns.includes(column))
      const conflict = { columns: conflictColumns, update: updateColumns ?? otherColumns }
      return compileInsert(state, batch, { conflict })
    })
    await this.#runAll(statements)
  }

  /** Updates the matching rows and returns their number. Without a condition, `all()` must be called first. */
  update(changes: object): Promise<number> {
    return this.#change('update', [], changes)
  }

  /**
   * Adds `by`, by default 1, to a column of the matching rows. Can also change other columns. Returns the number of
   * rows. Without a condition, `all()` must be called first.
   */
  async increment(column: string, by: number | bigint = 1, changes: object = {}): Promise<number> {
    const value = toScalar(by, () => `increment(${column})`)
    return this.#change('increment', [{ column, value, isAddition: true }], changes)
  }

  /**
   * Deletes the matching rows and returns their number. Without a condition, `all()` must be called
   * first.
   */
  delete(): Promise<number> {
    return this.#write(compileDelete)
  }

  /** Allows `update`, `increment` and `delete` without a condition. */
  all(): this {
    this[stateKey].allRows = true
    return this
  }

  /**
   * Cancels the running query when the signal is aborted. Its promise then rejects with the abort reason. SQLite blocks
   * the process while it runs a query, so there the signal has an effect only before a query, while a query waits for a
   * lock, and between the batches of a stream.
   */
  signal(signal: AbortSignal): this {
    this[stateKey].signal = signal
    return this
  }

  /** Returns the SQL of the SELECT with `?` for each value, and the values in order. */
  toSql(): { sql: string; params: unknown[] } {
    const state = this[stateKey]
    const writer = new SqlWriter(state.dialect, 'question marks')
    writeSelect(writer, state)
    return { sql: writer.text, params: writer.params }
  }

  #batches(size: number): AsyncGenerator<Row[], void> {
    const state = this[stateKey]
    return streamObserved(this.#connection, compileSelect(state), size, state.signal)
  }

  #change(call: string, list: Change[], changes: object): Promise<number> {
    return this.#write((state) => {
      for (const [column, value] of Object.entries(changes)) {
        const location = () => `${call}(): ${column}`
        list.push({ column, value: toStored(value, state.dialect, location) })
      }
      if (list.length === 0)
        throw new InvalidQuery(`${call}(): the object has no columns. Pass at least one.`)
      return compileUpdate(state, list)
    })
  }

  #write(compile: (state: QueryState) => Statement): Promise<number> {
    return this.#start(() => compile(this[stateKey])).then(affectedRows)
  }

  #run(statement: Statement) {
    return runObserved(this.#connection, statement, this[stateKey].signal)
  }

  #select(state: QueryState, limit = state.limit): Promise<Outcome> {
    return this.#start(() => compileSelect(state, limit))
  }

  // Not an async function, because an async function would keep the builder in memory while a query waits for a
  // connection.
  #start(compile: () => Statement): Promise<Outcome> {
    try {
      return this.#run(compile())
    } catch (error) {
      return Promise.reject(error)
    }
  }

  async #read(state: QueryState): Promise<Row[]> {
    return (await this.#run(compileSelect(state))).rows
  }

  async #runAll(statements: readonly Statement[]): Promise<Row[]> {
    const [only] = statements
    if (only && statements.length === 1) return (await this.#run(only)).rows
    if (!only) return []
    const { signal } = this[stateKey]
    const pendingTransaction = this.#connection.begin()
    const transaction = await untilAborted(pendingTransaction, (late) => late.rollback(), signal)
    const rows: Row[] = []
    try {
      for (const statement of statements) {
        for (const row of (await runObserved(transaction, statement, signal)).rows) rows.push(row)
      }
    } catch (error) {
      await transaction.rollback()
      throw error
    }
    await transaction.commit()
    return rows
  }
}

function toObjects<T extends object>(
  rows: Row[],
  type: RowClass<T> | undefined,
): T[] | Promise<T[]> {
  return type ? hydrateRows(rows, type) : (rows as T[])
}

function affectedRows({ affected }: Outcome): number {
  return affected
}

function allRows({ rows }: Outcome): Row[] {
  return rows
}

function firstRow({ rows }: Outcome): Row | null {
  return rows[0] ?? null
}

function requirePositive(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return
  throw new InvalidQuery(`${name} must be an integer of 1 or more.`)
}

import type { Dialect, Isolation } from '../sql/dialect.ts'
import type { Statement } from '../sql/sql-writer.ts'
import type { Connection, ConnectionLease, OpenTransaction, Outcome, Row } from './connection.ts'
import { Mutex } from './mutex.ts'

/** The operations of a driver on one of its connections. */
export interface DriverConnection {
  readonly dialect: Dialect
  run(statement: Statement, signal?: AbortSignal): Promise<Outcome>
  stream(statement: Statement, size: number, signal?: AbortSignal): AsyncGenerator<Row[], void>
  /**
   * Opens a transaction or a savepoint. The lease ends with it, or immediately if it cannot be
   * opened.
   */
  open(isolation: Isolation | undefined, lease: ConnectionLease): Promise<OpenTransaction>
}

/**
 * A connection that is not in a pool. A transaction has exclusive use of it: all other queries wait
 * for its end.
 */
export class SingleConnection implements Connection {
  readonly dialect: Dialect
  readonly #driver: DriverConnection
  readonly #mutex = new Mutex()
  #open: OpenTransaction | undefined

  constructor(driver: DriverConnection) {
    this.dialect = driver.dialect
    this.#driver = driver
  }

  async run(statement: Statement, signal?: AbortSignal): Promise<Outcome> {
    while (this.#mutex.mustWait) await this.#mutex.released()
    return this.#driver.run(statement, signal)
  }

  async *stream(
    statement: Statement,
    size: number,
    signal?: AbortSignal,
  ): AsyncGenerator<Row[], void> {
    while (this.#mutex.mustWait) await this.#mutex.released()
    yield* this.#driver.stream(statement, size, signal)
  }

  async begin(isolation?: Isolation): Promise<OpenTransaction> {
    if (this.#open && this.#mutex.isHeldHere) return this.#open.begin(isolation)
    const held = await this.#mutex.acquire()
    const release = () => {
      this.#open = undefined
      held.release()
    }
    const lease = { release, destroy: release, within: held.within }
    this.#open = await this.#driver.open(isolation, lease)
    return this.#open
  }
}

import type { Dialect, Isolation } from '../sql/dialect.ts'
import type { Statement } from '../sql/sql-writer.ts'
import type { Connection, ConnectionLease, OpenTransaction, Outcome, Row } from './connection.ts'
import { Mutex } from './mutex.ts'

/** The operations that a driver supports on one of its connections. */
export interface DriverConnection {
  readonly dialect: Dialect
  run(statement: Statement, signal?: AbortSignal): Promise<Outcome>
  stream(statement: Statement, size: number, signal?: AbortSignal): AsyncGenerator<Row[], void>
  /** Opens a transaction or a savepoint. The lease ends with it, or immediately if opening fails. */
  open(isolation: Isolation | undefined, lease: ConnectionLease): Promise<OpenTransaction>
}

/**
 * A single connection: a client of a driver, or the connection of a transaction. A transaction or savepoint uses it
 * exclusively: all other queries wait until it ends.
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
    if (this.#open && this.#mutex.isOwnedByCaller) return this.#open.begin(isolation)
    const lock = await this.#mutex.acquire()
    const release = () => {
      this.#open = undefined
      lock.release()
    }
    const lease = { release, destroy: release, within: lock.within }
    this.#open = await this.#driver.open(isolation, lease)
    return this.#open
  }
}

import type { Connection, Outcome, Row, Scope } from './connection.ts'
import type { Dialect, Isolation } from '../sql/dialect.ts'
import type { Statement } from '../sql/sql-writer.ts'
import { Turns } from './turns.ts'

/** Who lends a connection for the time of a scope. */
export interface Lender {
  /** Takes it back; `isBroken` when it must not be used again. */
  end(isBroken: boolean): void
  within<T>(work: () => Promise<T>): Promise<T>
}

/** One connection of a driver. */
export interface Serial {
  readonly dialect: Dialect
  run(statement: Statement, signal?: AbortSignal): Promise<Outcome>
  stream(statement: Statement, size: number, signal?: AbortSignal): AsyncGenerator<Row[], void>
  /** Opens a transaction or a savepoint; the lender's `end` is called when it is over, or did not open. */
  open(isolation: Isolation | undefined, lender: Lender): Promise<Scope>
}

/** A single connection: a transaction on it has it alone, and everything else waits for its end. */
export class SerialConnection implements Connection {
  readonly dialect: Dialect
  readonly #serial: Serial
  readonly #turns = new Turns()
  #inner: Scope | undefined

  constructor(serial: Serial) {
    this.dialect = serial.dialect
    this.#serial = serial
  }

  async run(statement: Statement, signal?: AbortSignal): Promise<Outcome> {
    while (this.#turns.mustWait) await this.#turns.next()
    return this.#serial.run(statement, signal)
  }

  async *stream(
    statement: Statement,
    size: number,
    signal?: AbortSignal,
  ): AsyncGenerator<Row[], void> {
    while (this.#turns.mustWait) await this.#turns.next()
    yield* this.#serial.stream(statement, size, signal)
  }

  async begin(isolation?: Isolation): Promise<Scope> {
    if (this.#inner && this.#turns.isMine) return this.#inner.begin(isolation)
    const turn = await this.#turns.take()
    const end = () => {
      this.#inner = undefined
      turn.end()
    }
    this.#inner = await this.#serial.open(isolation, { end, within: turn.within })
    return this.#inner
  }
}

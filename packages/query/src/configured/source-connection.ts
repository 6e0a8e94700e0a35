import type { Connection, OpenTransaction, Outcome, Row } from '../connection/connection.ts'
import { connectionOf, dialectNamed } from '../drivers/connect.ts'
import type { Dialect, DialectName, Isolation } from '../sql/dialect.ts'
import type { Statement } from '../sql/sql-writer.ts'
import type { DatabaseSource } from './database-source.ts'

/** Runs queries on a connection that the first query opens. */
export class SourceConnection implements Connection {
  readonly dialect: Dialect
  readonly #source: DatabaseSource

  constructor(source: DatabaseSource, dialect: DialectName) {
    this.#source = source
    this.dialect = dialectNamed(dialect)
  }

  async run(statement: Statement, signal?: AbortSignal): Promise<Outcome> {
    return (await this.#opened()).run(statement, signal)
  }

  async *stream(
    statement: Statement,
    size: number,
    signal?: AbortSignal,
  ): AsyncGenerator<Row[], void> {
    yield* (await this.#opened()).stream(statement, size, signal)
  }

  async begin(isolation?: Isolation): Promise<OpenTransaction> {
    return (await this.#opened()).begin(isolation)
  }

  async #opened(): Promise<Connection> {
    return connectionOf(await this.#source.connection())
  }
}

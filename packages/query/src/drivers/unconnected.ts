import type { Connection } from '../connection/connection.ts'
import type { Dialect } from '../sql/dialect.ts'
import { UnknownConnection } from '../sql/errors.ts'

/** A dialect named for an object that no adapter knows: enough for `toSql()`, nothing can run. */
export class UnconnectedDialect implements Connection {
  readonly dialect: Dialect
  readonly #driver: unknown

  constructor(dialect: Dialect, driver: unknown) {
    this.dialect = dialect
    this.#driver = driver
  }

  async run(): Promise<never> {
    throw new UnknownConnection(this.#driver)
  }

  // eslint-disable-next-line require-yield
  async *stream(): AsyncGenerator<never, void> {
    throw new UnknownConnection(this.#driver)
  }

  async begin(): Promise<never> {
    throw new UnknownConnection(this.#driver)
  }
}

import { preparedLimit } from '../connection/connection-options.ts'
import type {
  Connection,
  ConnectionLease,
  OpenTransaction,
  Outcome,
  Row,
} from '../connection/connection.ts'
import type { Isolation } from '../sql/dialect.ts'
import { mysql } from '../sql/dialects/mysql.ts'
import { PreparedNames } from '../connection/prepared-names.ts'
import { beginTransaction, connectSession } from '../connection/session.ts'
import type { Statement } from '../sql/sql-writer.ts'
import { untilAborted } from '../connection/cancellation.ts'
import type { MysqlConnection, MysqlPool } from './mysql2-driver.ts'
import { Mysql2Session, toExecution, toOutcome } from './mysql2-session.ts'
import { toMysqlFailure } from './mysql-failure.ts'

/**
 * Returns the connection for a Pool or Connection of "mysql2/promise", or of "mysql2", which have `promise()`;
 * undefined for other objects.
 */
export function adaptMysql2(driver: object): Connection | undefined {
  const shape = driver as Partial<MysqlPool & MysqlConnection & { promise(): object }>
  if (typeof shape.execute !== 'function') return undefined
  if (typeof shape.promise === 'function') return adaptMysql2(shape.promise())
  if (typeof shape.getConnection === 'function')
    return new Mysql2PoolConnection(driver as MysqlPool)
  if (typeof shape.beginTransaction !== 'function') return undefined
  const names = new PreparedNames(preparedLimit(driver))
  return connectSession(new Mysql2Session(driver as MysqlConnection, names))
}

class Mysql2PoolConnection implements Connection {
  readonly dialect = mysql
  readonly #pool: MysqlPool
  readonly #names: PreparedNames

  constructor(pool: MysqlPool) {
    this.#pool = pool
    this.#names = new PreparedNames(preparedLimit(pool))
  }

  async run(statement: Statement, signal?: AbortSignal): Promise<Outcome> {
    // A query that does not stay prepared must be closed on the connection that prepared it.
    if (signal || !this.#names.has(statement.text)) return this.#runExclusively(statement, signal)
    try {
      const { timezone } = this.#pool.pool.config.connectionConfig
      return toOutcome(await this.#pool.execute(toExecution(statement, timezone)), timezone)
    } catch (error) {
      throw toMysqlFailure(statement.text, error, statement.params)
    }
  }

  async *stream(
    statement: Statement,
    size: number,
    signal?: AbortSignal,
  ): AsyncGenerator<Row[], void> {
    const { session, lease } = await this.#acquire(statement.text, signal)
    try {
      yield* session.stream(statement, size, signal)
    } finally {
      await lease.release()
    }
  }

  async begin(isolation?: Isolation): Promise<OpenTransaction> {
    const { session, lease } = await this.#acquire('START TRANSACTION')
    return beginTransaction(session, isolation, lease)
  }

  async #runExclusively(statement: Statement, signal: AbortSignal | undefined): Promise<Outcome> {
    const { session, lease } = await this.#acquire(statement.text, signal)
    try {
      return await session.run(statement, signal)
    } finally {
      await lease.release()
    }
  }

  async #acquire(sql: string, signal?: AbortSignal) {
    signal?.throwIfAborted()
    const acquiring = this.#pool.getConnection().catch((error: unknown) => {
      throw toMysqlFailure(sql, error)
    })
    const connection = await untilAborted(acquiring, (late) => late.release(), signal)
    const session = new Mysql2Session(connection, this.#names)
    const lease: ConnectionLease = {
      async release() {
        if (await session.mustClose()) connection.destroy()
        else connection.release()
      },
      destroy: () => connection.destroy(),
      within: (work) => work(),
    }
    return { session, lease }
  }
}

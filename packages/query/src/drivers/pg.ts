import { preparedLimit } from '../connection/connection-options.ts'
import type {
  Connection,
  ConnectionLease,
  OpenTransaction,
  Outcome,
  Row,
} from '../connection/connection.ts'
import type { Isolation } from '../sql/dialect.ts'
import { postgres } from '../sql/dialects/postgres.ts'
import { PreparedNames } from '../connection/prepared-names.ts'
import { beginTransaction, connectSession } from '../connection/session.ts'
import type { Statement } from '../sql/sql-writer.ts'
import { untilAborted } from '../connection/cancellation.ts'
import type { PgClient, PgPool, PgQuery } from './pg-driver.ts'
import { PgSession, toOutcome, toPgQuery } from './pg-session.ts'
import { isStalePlan, toPostgresFailure } from './postgres-failure.ts'

/** Returns the connection for a Pool, a Client or a PipelinedPool; undefined for other objects. */
export function adaptPg(driver: object): Connection | undefined {
  const shape = driver as Partial<PgPool & PgClient>
  if (typeof shape.query !== 'function' || typeof shape.connect !== 'function') return undefined
  if (typeof shape.totalCount === 'number') return new PgPoolConnection(driver as PgPool)
  if (typeof shape.getTypeParser !== 'function') return undefined
  const names = new PreparedNames(preparedLimit(driver))
  return connectSession(new PgSession(driver as PgClient, names))
}

class PgPoolConnection implements Connection {
  readonly dialect = postgres
  readonly #pool: PgPool
  readonly #names: PreparedNames

  constructor(pool: PgPool) {
    this.#pool = pool
    this.#names = new PreparedNames(preparedLimit(pool))
    // The pool replaces an idle connection that fails. Without a listener, the error event would crash the process.
    if (pool.listenerCount('error') === 0) pool.on('error', () => {})
  }

  run(statement: Statement, signal?: AbortSignal): Promise<Outcome> {
    if (signal) return this.#runExclusively(statement, signal)
    const query = toPgQuery(statement, this.#names)
    return this.#pool.query(query).then(toOutcome, (error: unknown) => this.#recover(query, error))
  }

  /** Reads the rows in a transaction: outside of one, the server would have to store all rows for the cursor. */
  async *stream(
    statement: Statement,
    size: number,
    signal?: AbortSignal,
  ): AsyncGenerator<Row[], void> {
    signal?.throwIfAborted()
    const transaction = await untilAborted(this.begin(), (late) => late.rollback(), signal)
    try {
      yield* transaction.stream(statement, size, signal)
    } finally {
      await transaction.rollback()
    }
  }

  async begin(isolation?: Isolation): Promise<OpenTransaction> {
    const { session, lease } = await this.#acquire('BEGIN')
    return beginTransaction(session, isolation, lease)
  }

  /** Runs a query again without a name if only its prepared form was rejected. */
  #recover({ text, values }: PgQuery, error: unknown): Promise<Outcome> {
    if (!isStalePlan(error)) throw toPostgresFailure(text, error, values)
    this.#names.forget(text)
    return this.#pool.query({ text, values }).then(toOutcome, (again: unknown) => {
      throw toPostgresFailure(text, again, values)
    })
  }

  async #runExclusively(statement: Statement, signal: AbortSignal): Promise<Outcome> {
    const { session, lease } = await this.#acquire(statement.text, signal)
    try {
      return await session.run(statement, signal)
    } finally {
      await lease.release()
    }
  }

  async #acquire(sql: string, signal?: AbortSignal) {
    signal?.throwIfAborted()
    const acquiring = this.#pool.connect().catch((error: unknown) => {
      throw toPostgresFailure(sql, error)
    })
    const client = await untilAborted(acquiring, (late) => late.release(), signal)
    // If the connection fails, its query rejects, so the event can be ignored.
    const ignore = () => {}
    client.on('error', ignore)
    const session = new PgSession(client, this.#names)
    const lease: ConnectionLease = {
      async release() {
        const mustClose = await session.mustClose().catch(() => true)
        client.removeListener('error', ignore)
        client.release(mustClose)
      },
      destroy() {
        client.removeListener('error', ignore)
        client.release(true)
      },
      within: (work) => work(),
    }
    return { session, lease }
  }
}

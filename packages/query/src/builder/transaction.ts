import { setTimeout as sleep } from 'node:timers/promises'

import { adopt, connectionOf } from '../drivers/connect.ts'
import type { Connection, OpenTransaction } from '../connection/connection.ts'
import type { Isolation } from '../sql/dialect.ts'
import { InvalidQuery } from '../sql/errors.ts'
import { QueryFailed } from '../connection/query-failed.ts'
import { isStalePlan } from '../drivers/postgres-failure.ts'
import { Query } from './query.ts'

/** The isolation level of a transaction, and the number of retries. */
export interface TransactionOptions {
  /** The isolation level. Default: the default of the database. */
  readonly isolation?: Isolation
  /**
   * The number of retries after a deadlock, a serialization failure, or if PostgreSQL rejects the prepared form of a
   * query, for example because a table has changed. Default: 0.
   */
  readonly retries?: number
}

/** A running transaction. `new Query()` and `transaction()` accept it. */
export class Transaction {
  /** The driver's connection, for features that the builder does not have. */
  readonly client: object

  constructor(open: OpenTransaction) {
    this.client = open.client
    adopt(this, open)
  }

  /** Starts a query on a table. */
  table(name: string): Query {
    return new Query(this).table(name)
  }
}

const isolations = ['read uncommitted', 'read committed', 'repeatable read', 'serializable']

/**
 * Runs `work` in a transaction, commits it if `work` resolves, and rolls it back if `work` throws. If `connection` is
 * already in a transaction, uses a savepoint. With `retries`, `work` may run several times, so it should only run SQL.
 */
export async function transaction<T>(
  connection: object,
  work: (tx: Transaction) => Promise<T> | T,
  { isolation, retries = 0 }: TransactionOptions = {},
): Promise<T> {
  if (isolation !== undefined && !isolations.includes(isolation)) {
    throw new InvalidQuery(
      `transaction(): ${JSON.stringify(isolation)} is not an isolation level. Use ${isolations.join(', ')}.`,
    )
  }
  if (connection instanceof Transaction && (isolation !== undefined || retries > 0)) {
    throw new InvalidQuery(
      'transaction(): isolation and retries belong to the outermost transaction, not to one inside it.',
    )
  }
  const outer = connectionOf(connection)
  for (let attempt = 0; ; attempt++) {
    try {
      return await runOnce(outer, work, isolation)
    } catch (error) {
      if (attempt >= retries || !isWorthRetrying(error)) throw error
      await sleep(Math.random() * 20 * 2 ** Math.min(attempt, 6))
    }
  }
}

async function runOnce<T>(
  connection: Connection,
  work: (tx: Transaction) => Promise<T> | T,
  isolation: Isolation | undefined,
): Promise<T> {
  const open = await connection.begin(isolation)
  let result: T
  try {
    result = await open.within(async () => work(new Transaction(open)))
  } catch (error) {
    await open.rollback()
    throw error
  }
  await open.commit()
  return result
}

function isWorthRetrying(error: unknown): boolean {
  return (
    error instanceof QueryFailed &&
    (error.reason === 'deadlock' ||
      error.reason === 'serialization-failure' ||
      isStalePlan(error.driverError))
  )
}

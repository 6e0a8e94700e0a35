import { InvalidQuery } from '../sql/errors.ts'

/** Options for sending queries on a connection. */
export interface ConnectionOptions {
  /**
   * The number of queries to keep prepared on each connection. Default: 256. Use 0 to prepare none, which PgBouncer and
   * other transaction poolers may need.
   */
  readonly preparedStatements?: number
}

const chosen = new WeakMap<object, ConnectionOptions>()
const used = new WeakSet<object>()

/** Sets the options of a driver's pool or client. Must be called before the first query on it. */
export function configureConnection(driver: object, options: ConnectionOptions): void {
  const { preparedStatements = 0 } = options
  if (!Number.isSafeInteger(preparedStatements) || preparedStatements < 0) {
    throw new InvalidQuery(
      'configureConnection(): preparedStatements must be an integer of 0 or more.',
    )
  }
  if (used.has(driver)) {
    throw new InvalidQuery(
      'configureConnection() must come before the first query on the connection.',
    )
  }
  chosen.set(driver, options)
}

/** Returns the limit of prepared statements. It cannot be changed from now on. */
export function preparedLimit(driver: object): number {
  used.add(driver)
  return chosen.get(driver)?.preparedStatements ?? 256
}

import { InvalidQuery } from '../sql/errors.ts'

/** Options for sending queries on a connection. */
export interface ConnectionOptions {
  /**
   * The maximum number of queries to keep prepared on each connection. Default: 256. Use 0 behind PgBouncer and other
   * transaction poolers, which may not support prepared queries.
   */
  readonly preparedStatements?: number
}

const optionsByDriver = new WeakMap<object, ConnectionOptions>()
const inUse = new WeakSet<object>()

/** Sets the options of a driver's pool or client. Must be called before the first query on it. */
export function configureConnection(driver: object, options: ConnectionOptions): void {
  const { preparedStatements = 0 } = options
  if (!Number.isSafeInteger(preparedStatements) || preparedStatements < 0) {
    throw new InvalidQuery(
      'configureConnection(): preparedStatements must be an integer of 0 or more.',
    )
  }
  if (inUse.has(driver)) {
    throw new InvalidQuery(
      'configureConnection() must come before the first query on the connection.',
    )
  }
  optionsByDriver.set(driver, options)
}

/** Returns the limit of prepared statements. After this call, `configureConnection` cannot change it. */
export function preparedLimit(driver: object): number {
  inUse.add(driver)
  return optionsByDriver.get(driver)?.preparedStatements ?? 256
}

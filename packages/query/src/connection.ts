import type { Statement } from './compile.ts'
import { fromDatabaseSync, isDatabaseSync } from './connections/node-sqlite.ts'
import type { Dialect } from './dialect.ts'
import { UnknownConnection } from './errors.ts'

/** A row as the driver gives it: one field a column. */
export type Row = Record<string, unknown>

export interface Outcome {
  readonly rows: Row[]
  /** How many rows a write touched. */
  readonly affected: number
  /** The generated key, where the database answers with it beside the rows. */
  readonly insertId?: number | bigint
}

/** What the builder needs of a driver. */
export interface Connection {
  readonly dialect: Dialect
  run(statement: Statement): Promise<Outcome>
}

const known = new WeakMap<object, Connection>()

/** Finds the adapter of a driver's own object by its shape. Throws `UnknownConnection` for anything else. */
export function connectionOf(driver: object): Connection {
  let connection = known.get(driver)
  if (!connection) known.set(driver, (connection = adapt(driver)))
  return connection
}

function adapt(driver: object): Connection {
  if (isDatabaseSync(driver)) return fromDatabaseSync(driver)
  throw new UnknownConnection(
    'new Query(): the connection is none that is known. Give a DatabaseSync of node:sqlite.',
  )
}

import type { Connection } from '../connection/connection.ts'
import { adaptMysql2 } from './mysql2.ts'
import { adaptNodeSqlite } from './node-sqlite.ts'
import { adaptPg } from './pg.ts'
import { adaptPostgresJs } from './postgres-js.ts'
import type { Dialect, DialectName } from '../sql/dialect.ts'
import { mysql } from '../sql/dialects/mysql.ts'
import { postgres } from '../sql/dialects/postgres.ts'
import { sqlite } from '../sql/dialects/sqlite.ts'
import { InvalidQuery } from '../sql/errors.ts'

/**
 * The driver adapters. Each recognizes the objects of its driver by their properties, so that no driver has to be
 * loaded.
 */
const adapters = [adaptPg, adaptPostgresJs, adaptMysql2, adaptNodeSqlite]

const dialects: Record<DialectName, Dialect> = { postgres, mysql, sqlite }

const connections = new WeakMap<object, Connection>()

/**
 * Returns the connection for a driver object, a `Database` or a transaction. For any other object,
 * returns a connection that cannot run queries if `dialect` is passed, and otherwise throws
 * `UnknownConnection`.
 */
export function connectionOf(driver: object, dialect?: DialectName): Connection {
  const connection = connections.get(driver) ?? detectDriver(driver)
  if (connection) return connection
  if (dialect === undefined) throw new UnknownConnection(driver)
  return new UnconnectedDialect(dialectNamed(dialect), driver)
}

export function dialectNamed(name: DialectName): Dialect {
  if (Object.hasOwn(dialects, name)) return dialects[name]
  throw new InvalidQuery(`${JSON.stringify(name)} is not a dialect. Use postgres, mysql or sqlite.`)
}

/** Registers a connection for a driver object. */
export function adopt(driver: object, connection: Connection): Connection {
  connections.set(driver, connection)
  return connection
}

function detectDriver(driver: object): Connection | undefined {
  const isObject = (typeof driver === 'object' && driver !== null) || typeof driver === 'function'
  if (!isObject) return undefined
  for (const adaptDriver of adapters) {
    const connection = adaptDriver(driver)
    if (connection) return adopt(driver, connection)
  }
  return undefined
}

/** Thrown if a connection object is neither from a supported driver nor from this package. */
export class UnknownConnection extends Error {
  override readonly name = 'UnknownConnection'

  constructor(driver: unknown) {
    const kind = typeof driver === 'object' && driver ? driver.constructor?.name : typeof driver
    super(
      `A connection of type ${kind} is not supported. Pass a Pool or Client of "pg", a PipelinedPool ` +
        'of "@fw/query/pg", an Sql of "postgres", a Pool or Connection of "mysql2/promise", a DatabaseSync ' +
        'of "node:sqlite" (not a Database of "bun:sqlite" or "better-sqlite3"), a Database of "@fw/query", ' +
        'or the transaction that transaction() passes to its callback.',
    )
  }
}

/** A dialect for an unknown connection object: `toSql()` works, but queries cannot run. */
class UnconnectedDialect implements Connection {
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

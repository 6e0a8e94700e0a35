import type { Class, Config } from '@fw/core'
import {
  keysOf,
  mainKeys,
  named,
  readDatabase,
  unregistered,
  type DatabaseSettings,
  type Problem,
} from '@fw/core/internals'
import { Query } from '../builder/query.ts'
import { dialectOf } from '../builder/run-statement.ts'
import { transaction, type Transaction, type TransactionOptions } from '../builder/transaction.ts'
import { adopt } from '../drivers/connect.ts'
import type { DialectName } from '../sql/dialect.ts'
import { DatabaseSource, createOpener, type OpenDatabase } from './database-source.ts'
import { requireDriver } from './drivers.ts'
import { SourceConnection } from './source-connection.ts'

/**
 * A configured database as a service: the main one, or with `@Connection('reporting')` a named one. The first query
 * opens it, and it is closed when the application ends. `new Query()` and `transaction()` accept it.
 */
export class Database extends DatabaseSource {
  static readonly [unregistered]: Problem = {
    problem: 'missing',
    what: 'no database is configured.',
    remedy: 'Set DATABASE_URL, or DB_CONNECTION, DB_NAME and so on.',
  }

  constructor(open: () => Promise<OpenDatabase>, dialect: DialectName) {
    super(open)
    adopt(this, new SourceConnection(this, dialect))
  }

  /** Creates a database from a connection that `new Query()` accepts. The caller closes the connection. */
  static of(connection: object): Database {
    return new Database(async () => ({ connection, close() {} }), dialectOf(connection))
  }

  /** Returns the container token of a named database. */
  static named(name: string): Class<Database> {
    return tokenOf(name)
  }

  static [named](name: string): Class<Database> {
    return tokenOf(name)
  }

  /** Starts a query on a table. */
  table(name: string): Query {
    return new Query(this).table(name)
  }

  /** Runs `work` in a transaction. */
  transaction<T>(
    work: (tx: Transaction) => Promise<T> | T,
    options?: TransactionOptions,
  ): Promise<T> {
    return transaction(this, work, options)
  }
}

/**
 * Returns the configured main database, or a named one. Checks its settings and whether its driver is installed, but
 * does not connect. Throws `DriverNotInstalled`, `HostNotVerifiable`, or the error of an invalid setting.
 */
export function configuredDatabase(config: Config, name?: string): Database {
  const keys = name === undefined ? mainKeys : keysOf(name)
  const settings = readDatabase(config, keys)
  requireDriver(settings.kind)
  return createDatabase(settings, keys.tls)
}

/** Creates a database from settings. `tlsKey` is the name of its TLS setting, for errors. */
export function createDatabase(settings: DatabaseSettings, tlsKey: string): Database {
  return new Database(createOpener(settings, tlsKey), settings.kind)
}

const tokens = new Map<string, Class<Database>>()

function tokenOf(name: string): Class<Database> {
  const token = tokens.get(name) ?? createToken(name)
  tokens.set(name, token)
  return token
}

function createToken(name: string): Class<Database> {
  const problem: Problem = {
    problem: 'missing',
    what: `no database is configured as "${name}".`,
    remedy: `Set ${keysOf(name).url}, or correct the name.`,
  }
  const token = class extends Database {
    static override readonly [unregistered] = problem
  }
  Object.defineProperty(token, 'name', { value: `Database "${name}"` })
  return token
}

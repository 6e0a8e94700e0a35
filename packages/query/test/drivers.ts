import { DatabaseSync } from 'node:sqlite'
import { PipelinedPool } from '@fw/query/pg'
import { Query, type DialectName } from '@fw/query'
import mysql from 'mysql2/promise'
import { Pool } from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, describe } from 'vitest'
import { createMysqlDatabase, createPostgresDatabase } from './databases/scratch-database.ts'
import { describeWith } from './databases/servers.ts'

/** A driver's pool on a separate database. */
export interface Driver {
  readonly name: string
  readonly dialect: DialectName
  /** The connection for `new Query()`. */
  readonly connection: object
  /** Runs SQL that the builder has no part in. */
  exec(sql: string): Promise<unknown>
  /** Work on one connection of the pool; of postgres.js it is one that has begun a transaction. */
  withClient: WithClient
  /** Another pool on the same database. */
  open(options?: OpenOptions): OpenPool
}

export interface OpenOptions {
  /** The most connections. */
  readonly max?: number
  /** The time to wait for one, in milliseconds; postgres.js has no such option. */
  readonly connectTimeout?: number
}

type WithClient = (work: (client: object) => Promise<void>) => Promise<unknown>

export interface OpenPool {
  readonly connection: object
  withClient: WithClient
  exec(sql: string): Promise<unknown>
  close(): Promise<unknown>
}

/** A driver of a server. */
export interface ServerDriver {
  readonly name: string
  readonly dialect: DialectName
  open(url: string, options: OpenOptions): OpenPool
}

/** The drivers of servers. */
export const serverDrivers: readonly ServerDriver[] = [
  {
    name: 'pg',
    dialect: 'postgres',
    open(connectionString, { max = 5, connectTimeout = 0 }) {
      const pool = new Pool({ connectionString, max, connectionTimeoutMillis: connectTimeout })
      return openPgPool(pool)
    },
  },
  {
    name: 'PipelinedPool',
    dialect: 'postgres',
    open(connectionString, { max = 5, connectTimeout = 0 }) {
      const pool = new PipelinedPool({
        connectionString,
        max,
        connectionTimeoutMillis: connectTimeout,
      })
      return openPgPool(pool)
    },
  },
  {
    name: 'postgres.js',
    dialect: 'postgres',
    open(url, { max = 5 }) {
      const sql = postgres(url, { max, onnotice: () => {} })
      return {
        connection: sql,
        withClient: (work) => sql.begin(work),
        exec: (text) => sql.unsafe(text),
        close: () => sql.end(),
      }
    },
  },
  {
    name: 'mysql2',
    dialect: 'mysql',
    open(uri, { max = 5, connectTimeout = 0 }) {
      // The driver waits indefinitely or not at all.
      const waitForConnections = connectTimeout === 0
      const options = { uri, connectionLimit: max, timezone: 'Z', waitForConnections }
      const pool = mysql.createPool(options)
      const withClient: WithClient = async (work) => {
        const client = await pool.getConnection()
        await work(client).finally(() => client.release())
      }
      const exec = (sql: string) => pool.query(sql)
      return { connection: pool, withClient, exec, close: () => pool.end() }
    },
  },
]

function openPgPool(pool: Pick<PipelinedPool, 'connect' | 'query' | 'end'>): OpenPool {
  const withClient: WithClient = async (work) => {
    const client = await pool.connect()
    await work(client).finally(() => client.release())
  }
  const exec = (sql: string) => pool.query(sql)
  return { connection: pool, withClient, exec, close: () => pool.end() }
}

/** Runs a group of tests on every driver, each on a separate database with the given tables. */
export async function describeDrivers(
  title: string,
  tables: (dialect: DialectName) => readonly string[],
  define: (driver: Driver) => void,
): Promise<void> {
  describe(`${title} (node:sqlite)`, () => {
    const database = new DatabaseSync(':memory:')
    const exec = async (sql: string) => database.exec(sql)
    const withClient: WithClient = (work) => work(database)
    const opened = { connection: database, withClient, exec, close: async () => {} }
    beforeAll(() => tables('sqlite').forEach((sql) => database.exec(sql)))
    define({ ...opened, name: 'node:sqlite', dialect: 'sqlite', open: () => opened })
    afterAll(() => database.close())
  })
  for (const kind of serverDrivers) {
    const { name, dialect } = kind
    await describeWith(
      dialect === 'mysql' ? 'mysql' : 'postgres',
      `${title} (${name})`,
      (server) => {
        describeOnServer(kind, server, tables(dialect), define)
      },
    )
  }
}

function describeOnServer(
  kind: ServerDriver,
  server: string,
  tables: readonly string[],
  define: (driver: Driver) => void,
): void {
  const create = kind.dialect === 'mysql' ? createMysqlDatabase : createPostgresDatabase
  let url = ''
  let opened: OpenPool | undefined
  let drop = async () => {}
  const current = () => opened as OpenPool
  beforeAll(async () => {
    const database = await create(server)
    url = database.url
    drop = () => database.drop()
    opened = kind.open(url, {})
    for (const sql of tables) await opened.exec(sql)
  })
  afterAll(async () => {
    await opened?.close()
    await drop()
  })
  define({
    name: kind.name,
    dialect: kind.dialect,
    get connection() {
      return current().connection
    },
    withClient: (work) => current().withClient(work),
    exec: (sql) => current().exec(sql),
    open: (options = {}) => kind.open(url, options),
  })
}

/** A query on a table of a driver's database. */
export function tableOf(driver: Pick<Driver, 'connection'>, table: string): Query {
  return new Query(driver.connection).table(table)
}

/** SQL in the quotes of a dialect, for what is written with double quotes. */
export function quotedFor(driver: Pick<Driver, 'dialect'>, sql: string): string {
  return driver.dialect === 'mysql' ? sql.replaceAll('"', '`') : sql
}

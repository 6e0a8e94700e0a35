import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Config, Connection, Container, type Class } from '@fw/core'
import { Database, Query, QueryFailed } from '@fw/query'
import {
  configuredDatabase,
  DatabaseSource,
  databaseTime,
  HostNotVerifiable,
  mysqlOptions,
  postgresOptions,
} from '@fw/query/configured'
import { extension } from '@fw/query/extension'
import { expect, onTestFinished, test } from 'vitest'
import { createMysqlDatabase, createPostgresDatabase } from './databases/scratch-database.ts'
import { describeWith } from './databases/servers.ts'

type Server = Parameters<typeof postgresOptions>[0]

const server: Server = {
  kind: 'postgres',
  host: 'db.example.com',
  port: 1234,
  user: 'ada',
  password: 'secret',
  database: 'app',
  tls: undefined,
  poolSize: undefined,
  connectTimeout: undefined,
  statementTimeout: undefined,
  applicationName: undefined,
  isPooled: false,
}
const address = {
  host: 'db.example.com',
  port: 1234,
  user: 'ada',
  password: 'secret',
  database: 'app',
}
const tls = { rejectUnauthorized: true, ca: 'ca', cert: 'cert', key: 'key' } as Server['tls']
const limits = {
  poolSize: 3,
  connectTimeout: 4000,
  statementTimeout: 5000,
  applicationName: 'shop',
}

test('settings become options of pg', () => {
  expect(postgresOptions(server)).toStrictEqual({ ...address, ssl: false })
  expect(postgresOptions({ ...server, tls, ...limits })).toStrictEqual({
    ...address,
    ssl: tls,
    max: 3,
    connectionTimeoutMillis: 4000,
    statement_timeout: 5000,
    application_name: 'shop',
  })
})

test('settings become options of mysql2', () => {
  expect(mysqlOptions(server)).toStrictEqual({ ...address, timezone: 'Z' })
  expect(mysqlOptions({ ...server, tls, ...limits })).toStrictEqual({
    ...address,
    timezone: 'Z',
    ssl: { ...tls, verifyIdentity: true },
    connectionLimit: 3,
    connectTimeout: 4000,
    connectAttributes: { program_name: 'shop' },
  })
  const named = { rejectUnauthorized: true, checkServerIdentity: () => undefined } as Server['tls']
  for (const given of [named, { rejectUnauthorized: false }] as Server['tls'][]) {
    expect(mysqlOptions({ ...server, host: '10.0.0.1', tls: given }).ssl).toStrictEqual({
      rejectUnauthorized: given?.rejectUnauthorized,
      verifyIdentity: false,
    })
  }
})

test('mysql2 cannot verify the certificate of an address', () => {
  for (const host of ['10.0.0.1', '::1']) {
    const message = `The host of the database is the IP address ${host}, but mysql2 can verify only host names. Use the host name, or set`
    expect(() => mysqlOptions({ ...server, host, tls })).toThrow(`${message} DB_TLS=verify-ca.`)
    expect(() => mysqlOptions({ ...server, host, tls }, 'DB_OTHER_TLS')).toThrow(
      `${message} DB_OTHER_TLS=verify-ca.`,
    )
    expect(() => mysqlOptions({ ...server, host, tls })).toThrow(HostNotVerifiable)
    expect(mysqlOptions({ ...server, host })).not.toHaveProperty('ssl')
  }
})

/** A folder for databases of SQLite. */
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fw-query-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function extended(settings: Record<string, string>, classes: readonly Class[] = []) {
  const container = new Container()
  await extension.extend?.({ container, config: Config.of(settings), classes } as never)
  container.boot()
  onTestFinished(() => container[Symbol.asyncDispose]())
  return container
}

test('the configured databases are services', async () => {
  const folder = createFolder()
  const container = await extended({
    DATABASE_URL: `sqlite:${join(folder, 'main.db')}`,
    DB_REPORTING_URL: `sqlite:${join(folder, 'reporting.db')}`,
  })
  for (const token of [Database, Database.named('reporting')]) {
    const database = container.get(token)
    expect(container.get(token)).toBe(database)
    const connection = (await database.connection()) as DatabaseSync
    expect(await database.connection()).toBe(connection)
    connection.exec('CREATE TABLE items (name TEXT)')
    await database.table('items').insert({ name: 'a' })
    await database.transaction((tx) => new Query(tx).table('items').insert({ name: 'b' }))
    const rows = [{ name: 'a' }, { name: 'b' }]
    expect(await database.table('items').get()).toEqual(rows)
    const streamed: unknown[] = []
    for await (const row of database.table('items')) streamed.push(row)
    expect(streamed).toEqual(rows)
    expect(connection.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    await database.close()
    expect(connection.isOpen).toBe(false)
  }
  expect(Database.named('reporting').name).toBe('Database "reporting"')
  expect(Database.named('reporting')).toBe(Database.named('reporting'))
  expect(container.has(Database.named('other'))).toBe(false)
})

test('without a configured database, nothing is bound', async () => {
  expect((await extended({})).has(Database)).toBe(false)
  expect((await extended({ ADDRESS_DB_URL: 'x' })).has(Database)).toBe(false)
  class TakesDatabase {
    constructor(@Connection('reporting') readonly database: Database) {}
  }
  const container = await extended({}, [TakesDatabase])
  expect(container.has(Database)).toBe(false)
})

test('a binding of the application is kept', async () => {
  const own = Database.of(new DatabaseSync(':memory:'))
  const container = new Container().instance(Database, own)
  const config = Config.of({ DATABASE_URL: 'sqlite:no.db' })
  await extension.extend?.({ container, config, classes: [] } as never)
  expect(container.boot().get(Database)).toBe(own)
  expect(await own.table('sqlite_master').get()).toEqual([])
})

test('@Connection must be on a parameter of type Database', async () => {
  class OfConstructor {
    constructor(@Connection('reporting') readonly name: string) {}
  }
  class OfMethod {
    @Connection('reporting') show() {}
  }
  class OfParameter {
    show(@Connection('reporting') database: Database) {
      return database
    }
  }
  const place = /packages\/query\/test\/configured\.test\.ts/
  const messageOf = async (type: Class) => {
    const error = await extended({}, [type]).catch((thrown: unknown) => thrown)
    return error instanceof Error ? error.message.replace(/\(.*?\)/, '(…)') : undefined
  }
  expect(await messageOf(OfConstructor)).toBe(
    'OfConstructor (…): @Connection is on a parameter of type string. Put it on a constructor parameter of type Database of @fw/query.',
  )
  expect(await messageOf(OfMethod)).toBe(
    'OfMethod.show (…): @Connection is not on a parameter. Put it on a constructor parameter of type Database of @fw/query.',
  )
  expect(await messageOf(OfParameter)).toBeUndefined()
  await expect(extended({}, [OfConstructor])).rejects.toThrow(place)
  const check = await extension.check?.({} as never)
  expect(() => check?.(OfMethod)).toThrow('OfMethod.show')
})

test('a database is checked by a query', async () => {
  const folder = createFolder()
  const open = async (file: string) =>
    extension.openDatabase?.({ kind: 'sqlite', file: join(folder, file) } as never, 'DB_TLS')
  const database = await open('a.db')
  await database?.check()
  await database?.close()
  await expect(open('missing/a.db')).rejects.toThrow('unable to open database file')
})

test('a source opens again after a failure or a close', async () => {
  let attempts = 0
  let closed = 0
  const source = new DatabaseSource(async () => {
    attempts += 1
    if (attempts === 1) throw new Error('not yet')
    return { connection: { attempts }, close: () => (closed += 1) }
  })
  await source.close()
  await expect(source.connection()).rejects.toThrow('not yet')
  await source.close()
  expect(closed).toBe(0)
  expect(await source.connection()).toEqual({ attempts: 2 })
  expect(await source.connection()).toEqual({ attempts: 2 })
  await source.close()
  await source.close()
  expect(closed).toBe(1)
  expect(await source.connection()).toEqual({ attempts: 3 })
})

test('the main database and a named one are read from their keys', async () => {
  const folder = createFolder()
  const config = Config.of({
    DB_CONNECTION: 'sqlite',
    DB_NAME: join(folder, 'main.db'),
    DB_REPORTING_CONNECTION: 'sqlite',
    DB_REPORTING_NAME: join(folder, 'reporting.db'),
  })
  const fileOf = async (name?: string) => {
    const database = configuredDatabase(config, name)
    const [row] = await new Query(database).table('pragma_database_list').get<{ file: string }>()
    await database.close()
    return row?.file
  }
  expect(await fileOf()).toMatch(/main\.db$/)
  expect(await fileOf('reporting')).toMatch(/reporting\.db$/)
})

test('the time of SQLite is in milliseconds', async () => {
  const query = new Query(new DatabaseSync(':memory:')).selectRaw(`${databaseTime.sqlite} AS now`)
  const before = Date.now()
  const row = await query.first<{ now: number }>()
  expect(row?.now).toBeGreaterThanOrEqual(before - 5)
  expect(row?.now).toBeLessThanOrEqual(Date.now() + 5)
})

for (const kind of ['postgres', 'mysql'] as const) {
  await describeWith(kind, `a configured database of ${kind}`, (server) => {
    const create = kind === 'postgres' ? createPostgresDatabase : createMysqlDatabase

    test('is opened by its URL, and closed', async () => {
      const scratch = await create(server)
      onTestFinished(() => scratch.drop())
      const database = configuredDatabase(Config.of({ DATABASE_URL: scratch.url }))
      expect(await new Query(database).selectRaw('1 AS one').get()).toEqual([{ one: 1 }])
      const connection = await database.connection()
      await database.close()
      await expect(new Query(connection).selectRaw('1 AS one').get()).rejects.toMatchObject({
        reason: 'no-connection',
      })
    })

    test('is checked on one connection, whose error is that of the driver', async () => {
      const scratch = await create(server)
      const settings = serverSettings(kind, scratch.url)
      const open = async () => extension.openDatabase?.(settings as never, 'DB_TLS')
      const database = await open()
      await database?.check()
      await database?.close()
      await scratch.drop()
      const missing = await open()
      const error = await missing?.check().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(QueryFailed)
      await missing?.close()
    })

    if (kind !== 'postgres') return
    test.each([
      [{}, true],
      [{ DB_POOLER: 'transaction' }, false],
    ])(
      'prepares repeated queries, unless it is behind a pooler: %o',
      async (pooler, isPrepared) => {
        const scratch = await create(server)
        onTestFinished(() => scratch.drop())
        const settings = { DATABASE_URL: scratch.url, DB_POOL_SIZE: '1', ...pooler }
        const database = configuredDatabase(Config.of(settings))
        onTestFinished(() => database.close())
        const prepared = database.table('pg_prepared_statements').where('name', 'like', 'fw_%')
        for (let round = 0; round < 5; round += 1) await prepared.count()
        expect((await prepared.count()) > 0).toBe(isPrepared)
      },
    )
  })
}

/** The settings of a server at a URL. */
function serverSettings(kind: 'postgres' | 'mysql', url: string): Server {
  const { hostname, port, username, password, pathname } = new URL(url)
  const login = { user: username, password, database: pathname.slice(1) }
  return { ...server, ...login, kind, host: hostname, port: Number(port) } as Server
}

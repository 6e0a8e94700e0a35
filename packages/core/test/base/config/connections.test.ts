import { Config } from '@fw/core'
import {
  databaseNames,
  keysOf,
  readDatabase,
  readMigrationDatabase,
  readRedis,
} from '@fw/core/internals'
import { expect, test } from 'vitest'

const database = (values: Record<string, string>) => readDatabase(Config.of(values))

const rest = {
  tls: undefined,
  poolSize: undefined,
  connectTimeout: undefined,
  statementTimeout: undefined,
  applicationName: undefined,
  isPooled: false,
}

test('a URL selects the database', () => {
  expect(database({ DATABASE_URL: 'postgresql://ada:p%40ss@db.example.com/shop' })).toEqual({
    kind: 'postgres',
    host: 'db.example.com',
    port: 5432,
    user: 'ada',
    password: 'p@ss',
    database: 'shop',
    ...rest,
  })
  expect(database({ DATABASE_URL: 'mariadb://root@[::1]:3307/shop' })).toMatchObject({
    kind: 'mysql',
    host: '::1',
    port: 3307,
  })
})

test.each([
  ['sqlite:app.db', 'app.db'],
  ['sqlite:///data/app.db', '/data/app.db'],
  ['sqlite::memory:', ':memory:'],
  ['sqlite:./app%20one.db', './app one.db'],
])('the URL %s opens the file %s', (url, file) => {
  expect(database({ DATABASE_URL: url })).toEqual({ kind: 'sqlite', file })
})

test('pool size, limits and name can be set in addition to a URL', () => {
  expect(
    database({
      DATABASE_URL: 'postgres://ada@db/shop',
      DB_POOL_SIZE: '20',
      DB_CONNECT_TIMEOUT: '3s',
      DB_STATEMENT_TIMEOUT: '30s',
      DB_APPLICATION_NAME: 'shop',
    }),
  ).toMatchObject({
    poolSize: 20,
    connectTimeout: 3000,
    statementTimeout: 30_000,
    applicationName: 'shop',
  })
})

test.each([
  ['sslmode=disable', undefined],
  ['sslmode=require', { rejectUnauthorized: false }],
  ['sslmode=verify-full', { rejectUnauthorized: true }],
  ['ssl=true', { rejectUnauthorized: true }],
  ['ssl-mode=REQUIRED', { rejectUnauthorized: false }],
  ['ssl-mode=VERIFY_IDENTITY', { rejectUnauthorized: true }],
  ['sslaccept=strict', { rejectUnauthorized: true }],
  ['ssl={"rejectUnauthorized":true}', { rejectUnauthorized: true }],
])('%s in a URL sets the TLS options', (search, tls) => {
  const found = database({ DATABASE_URL: `mysql://ada@db/shop?${search}` })
  expect(found).toMatchObject({ tls })
})

test('a server without a kind of database is an error, because its name may be misspelt', () => {
  const keys = { DB_CONECTION: 'postgres', DB_HOST: 'db', DB_NAME: 'shop' }
  expect(() => database(keys)).toThrow(
    'DB_HOST is set, but DB_CONNECTION is not, which means SQLite. Set DB_CONNECTION=postgres or mysql, or remove DB_HOST.',
  )
  expect(database({ DB_CONNECTION: 'sqlite', DB_HOST: 'db', DB_NAME: 'shop' })).toEqual({
    kind: 'sqlite',
    file: 'shop',
  })
})

test('a URL and a key may have the same value, but not different ones', () => {
  const url = 'postgres://ada:secret@db/shop'
  expect(database({ DATABASE_URL: url, DB_HOST: 'db', DB_NAME: 'shop' })).toBeDefined()
  const read = () => database({ DATABASE_URL: url, DB_PASSWORD: 'other' })
  expect(read).toThrow(
    'DATABASE_URL and DB_PASSWORD differ. Keep one of them, or give both the same value.',
  )
  const redis = () => readRedis(Config.of({ REDIS_URL: 'redis://cache', REDIS_HOST: 'other' }))
  expect(redis).toThrow('REDIS_URL and REDIS_HOST differ.')
  const number = () => readRedis(Config.of({ REDIS_URL: 'redis://cache', REDIS_DB: '3' }))
  expect(number).toThrow('REDIS_URL and REDIS_DB differ.')
  const file = () => database({ DATABASE_URL: 'sqlite:shop', DB_CONNECTION: 'postgres' })
  expect(file).toThrow('DATABASE_URL and DB_CONNECTION differ.')
})

test.each([
  'db.example.com/shop',
  'http://db/shop',
  'postgres://a:%zz@db/shop',
  'postgres://a:b@c@:x',
])('the URL %s is rejected with an error that does not contain it', (url) => {
  const read = () => database({ DATABASE_URL: url })
  expect(read).toThrow(
    'DATABASE_URL has an invalid value. Expected a URL that begins with postgres: or postgresql: or mysql: or mariadb: or sqlite:, with user and password percent-encoded.',
  )
})

test('migrations may have their own URL, or host and port', () => {
  const config = (values: Record<string, string>) =>
    readMigrationDatabase(Config.of({ DATABASE_URL: 'postgres://ada@pooler:6432/shop', ...values }))
  expect(config({})).toMatchObject({ host: 'pooler', port: 6432 })
  expect(config({ DB_MIGRATION_HOST: 'db' })).toMatchObject({ host: 'db', port: 6432 })
  const direct = { DATABASE_MIGRATION_URL: 'postgres://owner@db/shop' }
  expect(config(direct)).toMatchObject({ host: 'db', port: 5432, user: 'owner' })
})

test('a pooler is declared by a key or in the URL, and has no limit for queries', () => {
  const url = 'postgres://ada@pooler/shop'
  const pooled = { DATABASE_URL: `${url}?pgbouncer=true` }
  expect(database(pooled)).toMatchObject({ isPooled: true })
  const byKey = { DATABASE_URL: url, DB_POOLER: 'transaction' }
  expect(database(byKey)).toMatchObject({ isPooled: true })
  expect(() => database({ ...byKey, DB_STATEMENT_TIMEOUT: '30s' })).toThrow(
    'DB_STATEMENT_TIMEOUT has no effect behind a pooler in transaction mode',
  )
  const direct = { DATABASE_MIGRATION_URL: 'postgres://ada@db/shop' }
  const migrations = (values: Record<string, string>) =>
    readMigrationDatabase(Config.of({ ...byKey, ...values }))
  expect(migrations({})).toMatchObject({ isPooled: true })
  expect(migrations(direct)).toMatchObject({ isPooled: false })
  expect(migrations({ DB_MIGRATION_HOST: 'db' })).toMatchObject({ isPooled: false })
})

test('named databases have their own keys', () => {
  const config = Config.of({
    DATABASE_URL: 'postgres://ada@db/shop?sslmode=require',
    DB_POOL_SIZE: '20',
    DB_REPORTING_URL: 'mysql://ada@replica/shop',
    DB_REPORTING_POOL_SIZE: '5',
    DB_ORDER_ARCHIVE_CONNECTION: 'sqlite',
    DB_ORDER_ARCHIVE_NAME: 'archive.db',
    DB_APPLICATION_NAME: 'shop',
    DB_MIGRATION_HOST: 'db',
    DB_EMPTY_URL: '',
  })
  expect(databaseNames(config)).toEqual(['order_archive', 'reporting'])
  expect(readDatabase(config, keysOf('reporting'))).toEqual({
    kind: 'mysql',
    host: 'replica',
    port: 3306,
    user: 'ada',
    password: '',
    database: 'shop',
    ...rest,
    poolSize: 5,
  })
  expect(readDatabase(config, keysOf('order_archive'))).toEqual({
    kind: 'sqlite',
    file: 'archive.db',
  })
  const conflict = Config.of({ DB_A_URL: 'mysql://db/shop', DB_A_HOST: 'other' })
  expect(() => readDatabase(conflict, keysOf('a'))).toThrow('DB_A_URL and DB_A_HOST differ.')
})

test('a URL selects Redis, with TLS for rediss:', () => {
  const read = (values: Record<string, string>) => readRedis(Config.of(values)).connection
  expect(read({ REDIS_URL: 'redis://:secret@cache:6380/2' })).toEqual({
    host: 'cache',
    port: 6380,
    username: '',
    password: 'secret',
    db: 2,
  })
  expect(read({ REDIS_URL: 'rediss://cache' })).toMatchObject({
    tls: { rejectUnauthorized: true, servername: 'cache' },
  })
  expect(read({ REDIS_URL: 'rediss://10.0.0.1' }).tls).not.toHaveProperty('servername')
  expect(() => read({ REDIS_URL: 'redis://cache/shop' })).toThrow(
    'REDIS_URL has an invalid value. Expected a URL such as redis://host:6379/0.',
  )
})

const redis = (values: Record<string, string>) => readRedis(Config.of(values)).connection

test('nodes select a Redis Cluster', () => {
  const settings = { REDIS_CLUSTER: 'a, b:7001,[::1]:7002', REDIS_USER: 'ada', REDIS_PASSWORD: 's' }
  expect(redis({ ...settings, REDIS_DB: '0', REDIS_TLS: 'verify' })).toEqual({
    cluster: [
      { host: 'a', port: 6379 },
      { host: 'b', port: 7001 },
      { host: '::1', port: 7002 },
    ],
    username: 'ada',
    password: 's',
    tls: { rejectUnauthorized: true },
  })
})

test('sentinels find the primary, with TLS for both', () => {
  const settings = { REDIS_SENTINEL: 'a,b:26380', REDIS_SENTINEL_NAME: 'shop', REDIS_DB: '2' }
  expect(redis(settings)).toEqual({
    sentinels: [
      { host: 'a', port: 26_379 },
      { host: 'b', port: 26_380 },
    ],
    name: 'shop',
    db: 2,
    username: '',
    password: '',
    sentinelUsername: '',
    sentinelPassword: '',
  })
  expect(redis({ ...settings, REDIS_TLS: 'require', REDIS_SENTINEL_PASSWORD: 's' })).toMatchObject({
    sentinelPassword: 's',
    sentinelTLS: { rejectUnauthorized: false },
    tls: { rejectUnauthorized: false },
    enableTLSForSentinelMode: true,
  })
})

test.each([
  [
    { REDIS_CLUSTER: 'a', REDIS_URL: 'redis://a' },
    'REDIS_CLUSTER and REDIS_URL cannot be used together. Remove one of them.',
  ],
  [
    { REDIS_CLUSTER: 'a', REDIS_SENTINEL: 'b' },
    'REDIS_CLUSTER and REDIS_SENTINEL cannot be used together. Remove one of them.',
  ],
  [
    { REDIS_SENTINEL: 'a', REDIS_SENTINEL_NAME: 'shop', REDIS_HOST: 'b' },
    'REDIS_SENTINEL and REDIS_HOST cannot be used together. Remove one of them.',
  ],
  [
    { REDIS_CLUSTER: 'a', REDIS_DB: '2' },
    'REDIS_CLUSTER and REDIS_DB cannot be used together: a cluster has only database 0. Remove REDIS_DB.',
  ],
  [{ REDIS_SENTINEL: 'a' }, 'REDIS_SENTINEL_NAME is not set.'],
  [{ REDIS_CLUSTER: 'redis://a' }, 'REDIS_CLUSTER has an invalid value. Expected host:port'],
  [{ REDIS_CLUSTER: 'a:99999' }, 'REDIS_CLUSTER has an invalid value. Expected host:port'],
])('the settings %o are rejected', (values, message) => {
  expect(() => redis(values)).toThrow(message)
})

import { Config } from 'fw'
import { readDatabase, readMigrationDatabase, readRedis } from 'fw/internals'
import { expect, test } from 'vitest'

const database = (values: Record<string, string>) => readDatabase(Config.of(values))

const rest = {
  tls: undefined,
  poolSize: undefined,
  connectTimeout: undefined,
  statementTimeout: undefined,
  applicationName: undefined,
}

test('a URL names the database', () => {
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
])('%s is the file %s', (url, file) => {
  expect(database({ DATABASE_URL: url })).toEqual({ kind: 'sqlite', file })
})

test('pool size, limits and name are read beside a URL', () => {
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
])('%s in a URL is the TLS that it says', (search, tls) => {
  const found = database({ DATABASE_URL: `mysql://ada@db/shop?${search}` })
  expect(found).toMatchObject({ tls })
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
})

test.each([
  'db.example.com/shop',
  'http://db/shop',
  'postgres://a:%zz@db/shop',
  'postgres://a:b@c@:x',
])('the URL %s is refused, without its text', (url) => {
  const read = () => database({ DATABASE_URL: url })
  expect(read).toThrow(
    'DATABASE_URL has an unusable value. Expected a URL that begins with postgres: or postgresql: or mysql: or mariadb: or sqlite:, with user and password percent-encoded.',
  )
})

test('migrations may have a URL, or a host and port, for themselves', () => {
  const config = (values: Record<string, string>) =>
    readMigrationDatabase(Config.of({ DATABASE_URL: 'postgres://ada@pooler:6432/shop', ...values }))
  expect(config({})).toMatchObject({ host: 'pooler', port: 6432 })
  expect(config({ DB_MIGRATION_HOST: 'db' })).toMatchObject({ host: 'db', port: 6432 })
  const direct = { DATABASE_MIGRATION_URL: 'postgres://owner@db/shop' }
  expect(config(direct)).toMatchObject({ host: 'db', port: 5432, user: 'owner' })
})

test('a URL names Redis, with TLS for rediss:', () => {
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
})

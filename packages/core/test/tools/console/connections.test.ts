import { mkdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeWith } from '../../../../query/test/databases/servers.ts'
import { freePort } from '../../support/free-port.ts'
import { runFw } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

function application(env: string): string {
  return temporaryApplication({
    'package.json': '{ "type": "module" }',
    '.env': env,
    // It is not run.
    'src/bootstrap.ts': "throw new Error('booted')\n",
  })
}

/** Leaves only the framework and the named packages installed. */
function withoutPackages(root: string, ...names: string[]): string {
  const installed = readlinkSync(join(root, 'node_modules'))
  rmSync(join(root, 'node_modules'))
  mkdirSync(join(root, 'node_modules/@fw'), { recursive: true })
  for (const name of ['@fw/core', '@fw/transform', ...names]) {
    symlinkSync(join(installed, name), join(root, 'node_modules', name))
  }
  return root
}

const stores = 'If src/bootstrap.ts registers another store, that one is used.\n'

test('fw connections reports that there is no database', async () => {
  const shown = await runFw(application(''), ['connections'])
  expect(shown).toEqual({
    code: 0,
    stdout: `No database is configured. To use one, set DATABASE_URL.\nSessions: cookie. Rate limits: memory. ${stores}`,
    stderr: '',
  })
  const { stdout } = await runFw(application(''), ['connections', '--format', 'json'])
  expect(JSON.parse(stdout)).toEqual({ connections: [], sessions: 'cookie', rateLimits: 'memory' })
})

test('fw connections says what to install or correct, and fails', async () => {
  const port = await freePort()
  const env = `
DATABASE_URL=postgres://shop:secret-a@127.0.0.1:${port}/shop?sslmode=verify-full&password=secret-b
DB_CONNECT_TIMEOUT=30s
DATABASE_MIGRATION_URL=postgres://owner:secret-c@127.0.0.1:${port}/shop
DB_FILE_URL=sqlite:reports.db
DB_REPORTING_URL=mysql://shop:secret-d@127.0.0.1:${port}/reports
DB_REPORTING_POOL_SIZE=4
DB_WRONG_URL=oracle://shop:secret-e@db/shop
REDIS_URL=rediss://:secret-f@127.0.0.1:${port}/2
`
  const { code, stdout, stderr } = await runFw(application(env), ['connections'])
  const away = (url: string, rest: string) =>
    `failed: it does not respond. Start it, or correct ${url}, or ${rest}.`
  expect([code, stderr]).toEqual([1, ''])
  const plain = stdout.replaceAll(/ +/g, ' ').replaceAll(/\d+ ms/g, '0 ms')
  expect(plain.split('\n')).toEqual([
    `database postgres 127.0.0.1:${port}/shop TLS verify pool 10 ${away('DATABASE_URL', 'DB_HOST and DB_PORT')}`,
    `migrations postgres 127.0.0.1:${port}/shop TLS disable pool 10 ${away('DATABASE_MIGRATION_URL', 'DB_MIGRATION_HOST and DB_MIGRATION_PORT')}`,
    'file sqlite reports.db ok, 0 ms',
    `reporting mysql 127.0.0.1:${port}/reports TLS disable pool 4 ${away('DB_REPORTING_URL', 'DB_REPORTING_HOST and DB_REPORTING_PORT')}`,
    'wrong failed: DB_WRONG_URL has an invalid value. Expected a URL that begins with postgres: or postgresql: or mysql: or mariadb: or sqlite:, with user and password percent-encoded. Found in the configuration.',
    `redis redis 127.0.0.1:${port}/2 TLS verify failed: Redis at 127.0.0.1:${port}: it does not respond. Start it, or correct REDIS_URL, or REDIS_HOST and REDIS_PORT.`,
    `Sessions: redis. Rate limits: redis. ${stores.trim()}`,
    '',
  ])
  const json = await runFw(application(env), ['connections', '--format', 'json'])
  expect(JSON.parse(json.stdout)).toMatchObject({
    connections: [
      {
        name: 'database',
        driver: 'postgres',
        host: '127.0.0.1',
        port,
        database: 'shop',
        tls: 'verify',
        poolSize: 10,
        status: 'failed',
        reason: away('DATABASE_URL', 'DB_HOST and DB_PORT').slice('failed: '.length),
      },
      { name: 'migrations' },
      { name: 'file', driver: 'sqlite', database: 'reports.db', status: 'ok' },
      { name: 'reporting', poolSize: 4 },
      { name: 'wrong', status: 'failed' },
      { name: 'redis', database: '2' },
    ],
  })
  expect(stdout + json.stdout + json.stderr).not.toMatch(/secret-/)

  const bare = withoutPackages(
    application('DATABASE_URL=postgres://db/shop\nREDIS_URL=redis://r\n'),
  )
  const without = await runFw(bare, ['connections'])
  expect(without.code).toBe(1)
  expect(without.stdout).toContain(
    'not tried: it needs the package @fw/query. Run: npm install @fw/query',
  )
  expect(without.stdout).toContain('failed: it needs the package ioredis. Run: npm install ioredis')
})

await describeWith('postgres', 'with PostgreSQL', (postgres) => {
  test('fw connections shows how long connecting took', async () => {
    const { code, stdout } = await runFw(application(`DB_REPORTS_URL=${postgres}\n`), [
      'connections',
    ])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^reports +postgres +\S+ +TLS disable +pool 10 +ok, \d+ ms\n/)
  })
})

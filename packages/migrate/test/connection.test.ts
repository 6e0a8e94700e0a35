import { runStatement } from '@fw/query'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../queue/test/databases.ts'
import { MigratedApplication } from './migrated-application.ts'

const id = '20260101000000_one'
const files = { [`${id}.sql`]: 'CREATE TABLE one (id INT);\n' }

const openers = {
  SQLite: `import { DatabaseSync } from 'node:sqlite'
    const open = (at) => new DatabaseSync(at.DB_NAME)`,
  PostgreSQL: `import { Client } from 'pg'
    const open = async (at) => {
      const client = new Client({ host: at.DB_HOST, port: Number(at.DB_PORT), user: at.DB_USER, password: at.DB_PASSWORD, database: at.DB_NAME })
      await client.connect()
      return client
    }`,
  MySQL: `import { createConnection } from 'mysql2/promise'
    const open = (at) => createConnection({ host: at.DB_HOST, port: Number(at.DB_PORT), user: at.DB_USER, password: at.DB_PASSWORD, database: at.DB_NAME })`,
} as const

await describeDatabases((title, database) => {
  test('an application can open the connection itself', async () => {
    for (const table of ['one', 'fw_migrations']) await database.drop(table)
    const application = new MigratedApplication({}, files)
    application.writeSource(
      'src/migrations.ts',
      `import type { Config } from '@fw/core'
      import { MigrationConnection } from '@fw/migrate'
      ${openers[title]}
      export class Migrations extends MigrationConnection {
        open(config: Config) { return open(${JSON.stringify(database.settings)}) }
      }`,
    )
    const migrated = await application.run('migrate')
    expect([migrated.code, migrated.stderr]).toEqual([0, ''])
    expect(migrated.stdout).toMatch(new RegExp(`^Applied ${id} in `))
    await runStatement(database.connection, 'SELECT id FROM one')
  })
})

test.each([
  ['{}', 'open returns an object that migrations cannot run on.'],
  ['{ totalCount: 0 }', 'open returns a pool, but migrations need a single connection.'],
])('open has to return a connection: %s', async (opened, problem) => {
  const application = new MigratedApplication({}, files)
  application.writeSource(
    'src/migrations.ts',
    `import { MigrationConnection } from '@fw/migrate'
    export class Migrations extends MigrationConnection { open() { return ${opened} } }`,
  )
  const { code, stderr } = await application.runProcess('migrate')
  expect(code).toBe(1)
  expect(stderr).toMatch(/^InvalidConnection: Migrations \(src\/migrations\.ts:2:18\): /)
  expect(stderr).toContain(problem)
})

test('a second connection is an error', async () => {
  const application = new MigratedApplication({}, files)
  application.writeSource(
    'src/migrations.ts',
    `import { MigrationConnection } from '@fw/migrate'
    export class One extends MigrationConnection { open() { return {} } }
    export class Two extends MigrationConnection { open() { return {} } }`,
  )
  const { code, stderr } = await application.runProcess('migrate')
  expect([code, stderr]).toEqual([
    1,
    'InvalidConnection: Two (src/migrations.ts:3:18): One (src/migrations.ts:2:18) is a MigrationConnection, too. Keep one.\n',
  ])
})

test.each(['postgres', 'mysql'])('the error names the missing database of %s', async (kind) => {
  const settings = { DB_HOST: '127.0.0.1', DB_PORT: '9', DB_USER: 'ada', DB_NAME: 'shop' }
  const application = new MigratedApplication({ DB_CONNECTION: kind, ...settings }, files)
  expect(await application.run('migrate')).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'DatabaseUnreachable: The database at 127.0.0.1:9: it does not respond. Start it, or correct DATABASE_URL, or DB_HOST and DB_PORT.\n',
  })
})

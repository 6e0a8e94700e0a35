import { Client } from 'pg'
import { expect, test } from 'vitest'
import { missingPooler, pgbouncer, startPooler } from '../../query/test/databases/start-pooler.ts'
import { describePostgres } from '../../queue/test/databases.ts'
import { MigratedApplication } from './migrated-application.ts'

await describePostgres((_title, database) => {
  test('a pooler that loses the lock is noticed before anything runs', async ({ skip }) => {
    if (pgbouncer === undefined) return skip(missingPooler)
    const pooler = await startPooler(pgbouncer, urlOf(database.settings))
    await fillPool(pooler.port, database.settings)
    const files = {
      '20260101000000_one.sql': 'CREATE TABLE one (id INT)',
      '20260102000000_two.sql': 'CREATE TABLE two (id INT)',
    }
    const direct = new MigratedApplication(database.settings, files)
    const settings = { ...database.settings, DB_MIGRATION_PORT: String(pooler.port) }
    const pooled = new MigratedApplication(settings, files)
    const refused = await pooled.run('migrate')
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/^LockLost: Before 20260101000000_one: .* DB_MIGRATION_PORT\.\n$/),
    ])
    // The pooler keeps the session that has the lock, until it ends.
    await pooler.stop()
    expect((await direct.run('migrate')).stdout.match(/Applied \d+/g)).toHaveLength(2)
  })

  test('behind a declared pooler, migrations need the address of the database', async ({
    skip,
  }) => {
    if (pgbouncer === undefined) return skip(missingPooler)
    const url = urlOf(database.settings)
    const pooler = await startPooler(pgbouncer, url)
    const files = { '20260103000000_three.sql': 'CREATE TABLE three (id INT)' }
    const pooled = { DATABASE_URL: `${pooler.url}?pgbouncer=true` }
    const refused = await new MigratedApplication(pooled, files).run('migrate')
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([
      1,
      '',
      'MigrationsPooled: The database is behind a pooler in transaction mode, where migrations would lose their lock. Set DATABASE_MIGRATION_URL to the database itself, or DB_MIGRATION_HOST and DB_MIGRATION_PORT.\n',
    ])
    const direct = new MigratedApplication({ ...pooled, DATABASE_MIGRATION_URL: url }, files)
    expect(await direct.run('migrate')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Applied 20260103000000_three'),
    })
  })
})

function urlOf(settings: Readonly<Record<string, string>>): string {
  const { DB_HOST, DB_PORT, DB_USER, DB_PASSWORD = '', DB_NAME } = settings
  return `postgres://${DB_USER}:${DB_PASSWORD}@${DB_HOST}:${DB_PORT}/${DB_NAME}`
}

/** Opens four connections behind the pooler: each query gets the one that was idle for longest. */
async function fillPool(port: number, settings: Readonly<Record<string, string>>): Promise<void> {
  const { DB_NAME: database = '', DB_USER: user = '' } = settings
  const clients = [1, 2, 3, 4].map(() => new Client({ host: '127.0.0.1', port, database, user }))
  await Promise.all(clients.map((client) => client.connect()))
  await Promise.all(clients.map((client) => client.query('SELECT pg_sleep(0.5)')))
  await Promise.all(clients.map((client) => client.end()))
}

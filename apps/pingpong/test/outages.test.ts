import { DatabaseSync } from 'node:sqlite'
import { Query } from '@fw/query'
import { expect, onTestFinished, test } from 'vitest'
import { runFw } from '../../../packages/core/test/support/fw-process.ts'
import { inRepositoryCopy } from '../../../packages/core/test/support/temporary-application.ts'
import { describeRedis } from '../../../packages/queue/test/backends.ts'
import {
  describeDatabases,
  describePostgres,
  type TestDatabase,
} from '../../../packages/queue/test/databases.ts'
import { TcpProxy } from '../../../packages/queue/test/tcp-proxy.ts'
import { startApplication, type StartedApplication } from './start-application.ts'

const folder = inRepositoryCopy('apps/pingpong')

await describeDatabases((title, database) => {
  test(`without its database, the application responds with 500, and continues when it is back (${title})`, async () => {
    const outage = title === 'SQLite' ? lockOf(database) : await lineTo(database)
    const application = await startApplication({ ...database.settings, ...outage.settings })
    const post = (path: string) => application.ask('POST', path)
    expect((await post('/pong/direct')).status).toBe(204)
    expect((await post('/pong/queued')).status).toBe(204)

    outage.begin()
    for (const path of ['/pong/direct', '/pong/queued']) {
      const refused = await refusedBy(application, path)
      expect([refused.status, await refused.text()]).toEqual([
        500,
        '{"error":"Internal server error."}',
      ])
    }
    await application.printed(/^worker .*Taking jobs failed\. Retrying\./m)
    await application.printed(
      /^cron .*(Claiming due ticks failed\. Retrying|A scheduled run has failed)\./m,
    )
    await outage.end()

    await expect.poll(async () => (await post('/pong/direct')).status).toBe(204)
    const crons = await ponged(database, 'cron')
    await expect.poll(() => ponged(database, 'queued')).toBe(1)
    await expect.poll(() => ponged(database, 'cron')).toBeGreaterThan(crons)
    expect(await ponged(database, 'direct')).toBe(2)
    expect(application.output).not.toContain('started again')
  })
})

await describeRedis(async (_title, redis) => {
  await describePostgres((_title, database) => {
    test('accepted pings are handled, even if the database or Redis was down', async () => {
      const proxy = await TcpProxy.start(redis.host, redis.port)
      const outage = await lineTo(database)
      const settings = {
        ...database.settings,
        ...outage.settings,
        ...redis.settings,
        REDIS_HOST: '127.0.0.1',
        REDIS_PORT: String(proxy.port),
      }
      const application = await startApplication(settings)
      const post = async (path: string) => (await application.ask('POST', path)).status
      expect(await post('/pong/queued')).toBe(204)

      outage.begin()
      await application.printed(
        /^worker .*A job failed permanently. It is kept in the list of failed jobs\./m,
      )
      await outage.end()
      expect(await post('/pong/direct')).toBe(204)

      proxy.disconnect()
      expect((await refusedBy(application, '/pong/queued')).status).toBe(500)
      expect(await post('/pong/direct')).toBe(204)
      await proxy.reconnect()
      await expect.poll(() => post('/pong/queued')).toBe(204)

      const failed = await runFw(folder, ['queue:failed'], settings)
      expect(failed.stdout).toMatch(/^default\/1 {2}PongJob {2}.*ECONNREFUSED/)
      expect((await runFw(folder, ['queue:retry', 'all'], settings)).code).toBe(0)
      await expect.poll(() => ponged(database, 'queued')).toBe(2)
      expect(application.output).not.toContain('started again')
    })
  })
})

/** The document does not list failures of the server. */
function refusedBy(application: StartedApplication, path: string): Promise<Response> {
  return fetch(application.address + path, { method: 'POST' })
}

function ponged({ connection }: TestDatabase, scenario: string): Promise<number> {
  return new Query(connection)
    .table('ping_messages')
    .where('scenario', '=', scenario)
    .where('status', '=', 'ponged')
    .count()
}

interface Outage {
  readonly settings: Readonly<Record<string, string>>
  begin(): void
  end(): unknown
}

/** Another process writes to the file, for longer than any timeout. */
function lockOf({ settings }: TestDatabase): Outage {
  const other = new DatabaseSync(settings['DB_NAME'] ?? '', { timeout: 10_000 })
  onTestFinished(() => other.close())
  return {
    settings: {},
    begin: () => other.exec('BEGIN IMMEDIATE'),
    end: () => other.exec('ROLLBACK'),
  }
}

async function lineTo({ settings }: TestDatabase): Promise<Outage> {
  const proxy = await TcpProxy.start(settings['DB_HOST'] ?? '', Number(settings['DB_PORT']))
  return {
    settings: { DB_HOST: '127.0.0.1', DB_PORT: String(proxy.port) },
    begin: () => proxy.disconnect(),
    end: () => proxy.reconnect(),
  }
}

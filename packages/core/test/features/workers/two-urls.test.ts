import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresDatabase } from '../../../../query/test/databases/scratch-database.ts'
import { describeWith } from '../../../../query/test/databases/servers.ts'
import {
  missingPooler,
  pgbouncer,
  startPooler,
} from '../../../../query/test/databases/start-pooler.ts'
import { FwProcess, runFw } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

const shop = (
  name: string,
) => `import { Application, Get, Post, RateLimit, Schedule, Session, Sessions } from '@fw/core'
import { Database } from '@fw/query'
import { Queue, type Job } from '@fw/queue'

class Visit {
  constructor(public pages: number = 0) {}
}

@Application()
@Sessions(Visit)
export class Shop {}

export class Note implements Job {
  constructor(readonly text: string) {}
  handle(database: Database) { return database.table('notes').insert({ text: this.text }) }
}

export class Ticks {
  constructor(private readonly database: Database) {}
  @Schedule('* * * * * *') tick() { return this.database.table('notes').insert({ text: 'tick' }) }
}

export class Pages {
  constructor(private readonly database: Database, private readonly queue: Queue) {}

  @Get('/visit') visit(session: Session<Visit>) {
    session.data.pages += 1
    return { pages: session.data.pages, process: process.pid }
  }

  @RateLimit(5, '1d', { name: '${name}' })
  @Get('/limited') limited() { return { process: process.pid } }

  /** Occupies a process, so that the other one accepts the next requests. */
  @Get('/busy') busy() {
    const end = Date.now() + 100
    while (Date.now() < end);
    return { process: process.pid }
  }

  @Post('/notes') async note() { await this.queue.push(new Note('pushed')) }

  @Get('/notes') notes() { return this.database.table('notes').distinct().orderBy('text').pluck('text') }

  @Get('/fail') fail() { return this.database.table('nothing').get() }
}
`

/** Users of the servers for one test, with passwords. */
async function createUsers(postgres: string, redis: string) {
  const name = `fw_${randomBytes(6).toString('hex')}`
  const secrets = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')] as const
  const scratch = await createPostgresDatabase(postgres)
  const client = new Client({ connectionString: scratch.url })
  await client.connect()
  await client.query(`CREATE ROLE ${name} LOGIN PASSWORD '${secrets[0]}'`)
  await client.query(`GRANT ALL ON SCHEMA public TO ${name}`)
  const admin = new Redis(redis)
  await admin.call('ACL', 'SETUSER', name, 'on', `>${secrets[1]}`, '~*', '&*', '+@all')
  const removeRedisUser = () => admin.call('ACL', 'DELUSER', name)
  onTestFinished(async () => {
    await removeRedisUser()
    await admin.del(`fw:rate:${name}:127.0.0.1`)
    await admin.quit()
    await client.query(`DROP OWNED BY ${name} CASCADE`)
    await client.query(`DROP ROLE ${name}`)
    await client.end()
    await scratch.drop()
  })
  const urls = [new URL(scratch.url), new URL(redis)] as const
  for (const [index, url] of urls.entries()) {
    url.username = name
    url.password = secrets[index] ?? ''
  }
  return { name, secrets, database: urls[0].href, redis: urls[1].href, removeRedisUser }
}

/** Everything that an application prints or sends, in which no secret may be. */
class Outputs {
  #text = ''

  add(text: string): string {
    this.#text += text
    return text
  }

  expectNone(secrets: readonly string[]): void {
    expect(this.#text.length).toBeGreaterThan(0)
    for (const secret of secrets) expect(this.#text).not.toContain(secret)
  }
}

await describeWith('postgres', 'an application', async (postgres) => {
  await describeWith('redis', 'with two URLs', (redisUrl) => {
    test.for(['the database itself', 'a pooler'])(
      'of %s and of Redis migrates, and shares sessions, limits, jobs and schedules',
      async (kind, { skip }) => {
        const users = await createUsers(postgres, redisUrl)
        const settings: Record<string, string> = {
          DATABASE_URL: users.database,
          REDIS_URL: users.redis,
        }
        if (kind === 'a pooler') {
          if (pgbouncer === undefined) return skip(missingPooler)
          const { url } = await startPooler(pgbouncer, users.database)
          settings['DATABASE_URL'] = `${url}?pgbouncer=true`
          settings['DATABASE_MIGRATION_URL'] = users.database
        }
        const outputs = new Outputs()
        const root = temporaryApplication({
          'package.json': '{ "name": "shop", "type": "module" }',
          '.env': Object.entries(settings)
            .map(([key, value]) => `${key}=${value}\n`)
            .join(''),
          'src/shop.ts': shop(users.name),
          'migrations/20260101000000_notes.sql': 'CREATE TABLE notes (text TEXT NOT NULL)',
        })
        const call = async (...words: string[]) => {
          const { code, stdout, stderr } = await runFw(root, words)
          outputs.add(stdout + stderr)
          return { code, stdout }
        }

        expect((await call('connections')).stdout).toMatch(/^database +postgres .* ok, \d+ ms$/m)
        expect((await call('migrate')).code).toBe(0)

        const words = ['serve', '--workers', '2', '--with', 'queue,schedule']
        const fw = new FwProcess(root, words, {
          PORT: '0',
          HOST: '127.0.0.1',
          FW_ADMIN_PORT: '0',
          FW_ACCESS_LOG: 'all',
          LOG_LEVEL: 'debug',
        })
        const address = await fw.address()
        const [, admin] = await fw.printed(/Health at (http:\S+)\n/)
        const send = async (path: string, init: RequestInit = {}) => {
          const headers = { connection: 'close', ...init.headers }
          const response = await fetch(address + path, { ...init, headers })
          const text = outputs.add(await response.text())
          return { response, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
        }

        const first = await send('/visit')
        const [cookie = ''] = (first.response.headers.get('set-cookie') ?? '').split(';')
        const processes = new Set<unknown>()
        let pages = 2
        const visit = async () => {
          const { body } = await send('/visit', { headers: { cookie } })
          expect(body).toMatchObject({ pages: pages++ })
          processes.add((body as { process: number }).process)
        }
        while (processes.size < 2) {
          const busy = send('/busy')
          await visit()
          await busy
          await visit()
        }

        const limited = await Promise.all(Array.from({ length: 20 }, () => send('/limited')))
        expect(limited.filter(({ response }) => response.status === 200)).toHaveLength(5)

        await send('/notes', { method: 'POST' })
        await expect
          .poll(async () => (await send('/notes')).body, { interval: 100 })
          .toEqual(['pushed', 'tick'])
        expect((await send('/fail')).response.status).toBe(500)

        const health = async () => {
          const text = outputs.add(await (await fetch(admin ?? '')).text())
          return JSON.parse(text) as unknown
        }
        expect(await health()).toMatchObject({
          status: 'up',
          checks: { database: { status: 'up' }, redis: { status: 'up' } },
        })

        if (kind === 'the database itself') {
          const dev = new FwProcess(root, ['dev'], { PORT: '0', HOST: '127.0.0.1' })
          const devAddress = await dev.address()
          const look = async (path: string) =>
            outputs.add(await (await fetch(devAddress + path)).text())
          await look('/visit')
          await look('/fail')
          for (const { id } of JSON.parse(await look('/_fw/state')).entries as { id: number }[]) {
            await look(`/_fw/entries/${id}`)
          }
          await look('/_fw/log')
          await dev.stop()
          outputs.add(dev.stdout + dev.stderr)

          await users.removeRedisUser()
          const { response } = await send('/visit', { headers: { cookie } })
          expect(response.status).toBeGreaterThanOrEqual(500)
          await expect.poll(health).toMatchObject({ checks: { redis: { status: 'down' } } })
          const failed = await call('connections')
          expect(failed.code).toBe(1)
          expect(failed.stdout).toMatch(/^redis .* failed: .*Correct REDIS_URL/m)
          await call('connections', '--format', 'json')
        }
        await fw.stop()
        outputs.add(fw.stdout + fw.stderr)
        outputs.expectNone(users.secrets)
      },
    )
  })
})

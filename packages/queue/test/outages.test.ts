import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Container, Logger } from '@fw/core'
import { Worker, type Queue } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import { RedisQueue } from '@fw/queue/redis'
import mysql from 'mysql2/promise'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { describeRedis } from './backends.ts'
import { describeDatabases } from './databases.ts'
import { Notes, Write } from './fixtures/jobs.ts'
import { Line } from './line.ts'

interface Outage {
  begin(): void
  end(): unknown
}

const pools = {
  PostgreSQL: (url: string) => new Pool({ connectionString: url }),
  MySQL: (url: string) => mysql.createPool(url),
}

await describeDatabases((title, database) => {
  test(`a worker waits for an unavailable database, and no job is lost (${title})`, async () => {
    const { DB_HOST = '', DB_PORT, DB_USER, DB_PASSWORD, DB_NAME = '' } = database.settings
    if (title === 'SQLite') {
      const connection = new DatabaseSync(DB_NAME, { timeout: 50 })
      onTestFinished(() => connection.close())
      return survives(new DatabaseQueue(connection), lockOf(DB_NAME))
    }
    const line = await Line.to(DB_HOST, Number(DB_PORT))
    const address = `${DB_USER}:${DB_PASSWORD}@127.0.0.1:${line.port}/${DB_NAME}`
    const pool = pools[title](`${title.toLowerCase()}://${address}`)
    onTestFinished(() => pool.end())
    await survives(new DatabaseQueue(pool), { begin: () => line.cut(), end: () => line.mend() })
  })

  if (title === 'SQLite') return
  const throughLine = async () => {
    const { DB_HOST = '', DB_PORT, DB_USER, DB_PASSWORD, DB_NAME = '' } = database.settings
    const line = await Line.to(DB_HOST, Number(DB_PORT))
    const address = `${DB_USER}:${DB_PASSWORD}@127.0.0.1:${line.port}/${DB_NAME}`
    const pool = pools[title](`${title.toLowerCase()}://${address}`)
    return { line, pool }
  }

  test(`interruptions at any moment lose no job (${title})`, async () => {
    const { line, pool } = await throughLine()
    onTestFinished(() => pool.end())
    await survivesCuts(new DatabaseQueue(pool), line)
  }, 180_000)

  test(`a worker continues after its connections died without being closed (${title})`, async () => {
    const { line, pool } = await throughLine()
    await survivesFrost(new DatabaseQueue(pool), line)
  }, 90_000)
})

await describeRedis((_title, { host, port, prefix }) => {
  test('a worker waits for an unavailable Redis, and no job is lost', async () => {
    const line = await Line.to(host, port)
    const queue = new RedisQueue({ host: '127.0.0.1', port: line.port }, { prefix })
    await survives(queue, { begin: () => line.cut(), end: () => line.mend() })
  })

  test('interruptions at any moment lose no job (Redis)', async () => {
    const line = await Line.to(host, port)
    await survivesCuts(
      new RedisQueue({ host: '127.0.0.1', port: line.port }, { prefix: `${prefix}-cuts` }),
      line,
    )
  }, 180_000)
})

/** Pushes until all is done, while the connections are cut at any moment. */
async function survivesCuts(queue: Queue, line: Line): Promise<void> {
  const notes = new Notes()
  const stop = new AbortController()
  const container = new Container().instance(Notes, notes).instance(Logger, new ListLogger()).boot()
  const options = { concurrency: 4, leaseSeconds: 2 }
  const running = [1, 2].map(() => new Worker(queue, container, options).run(stop.signal))
  const accepted: string[] = []
  const isOver = new AbortController()
  const cutting = (async () => {
    while (!isOver.signal.aborted) {
      await sleep(200 + Math.random() * 400)
      line.cut()
      await sleep(Math.random() * 100)
      await line.mend()
    }
  })()
  for (let number = 0; number < 150; number += 1) {
    const name = String(number)
    await queue.push(new Write(name)).then(
      () => accepted.push(name),
      () => sleep(20),
    )
    await sleep(10)
  }
  isOver.abort()
  await cutting
  expect(accepted.length).toBeGreaterThan(10)
  const missing = () => accepted.filter((name) => !notes.lines.includes(name))
  await expect.poll(missing).toEqual([])
  await expect.poll(() => queue.stats()).toEqual([])
  expect(await queue.failed()).toEqual([])
  stop.abort()
  await Promise.all(running)
  await queue.close()
}

/** Dead connections that were not closed do not block a worker. */
async function survivesFrost(queue: Queue, line: Line): Promise<void> {
  const notes = new Notes()
  const stop = new AbortController()
  const container = new Container().instance(Notes, notes).instance(Logger, new ListLogger()).boot()
  const running = new Worker(queue, container, { leaseSeconds: 1 }).run(stop.signal)
  await queue.push(new Write('before'))
  await expect.poll(() => notes.lines).toEqual(['before'])
  line.freeze()
  const push = () => queue.push(new Write('after'), { unique: {} })
  await expect.poll(() => Promise.race([push(), sleep(1000, 'waits')])).not.toBe('waits')
  await expect.poll(() => notes.lines).toContain('after')
  stop.abort()
  await running
}

async function survives(queue: Queue, outage: Outage): Promise<void> {
  const notes = new Notes()
  const stop = new AbortController()
  const logger = new ListLogger()
  const container = new Container().instance(Notes, notes).instance(Logger, logger).boot()
  const running = new Worker(queue, container).run(stop.signal)
  await queue.push(new Write('before'))
  await expect.poll(() => notes.lines).toEqual(['before'])
  await queue.push(new Write('accepted'), { delaySeconds: 0.5 })

  outage.begin()
  await expect(queue.push(new Write('refused'))).rejects.toThrow()
  await expect.poll(() => logger.warnings.join(' ')).toMatch(/Retrying\./)
  await outage.end()

  await expect
    .poll(() => queue.push(new Write('after')).then(() => 'pushed', String))
    .toBe('pushed')
  const done = ['accepted', 'after', 'before']
  await expect.poll(() => notes.lines.toSorted()).toEqual(done)

  outage.begin()
  stop.abort()
  await running
  await outage.end()
  await queue.close()
}

/** Another process writes to the file, and takes its time. */
function lockOf(path: string): Outage {
  const other = new DatabaseSync(path)
  onTestFinished(() => other.close())
  return { begin: () => other.exec('BEGIN IMMEDIATE'), end: () => other.exec('ROLLBACK') }
}

class ListLogger extends Logger {
  readonly warnings: string[] = []

  debug() {}
  info() {}
  error() {}

  warn(message: string) {
    this.warnings.push(message)
  }
}

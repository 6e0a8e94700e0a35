import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Container, Logger } from '@fw/core'
import type { DbQueryMessage } from '@fw/core/channels'
import { Worker, type Queue, type WorkerOptions } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import { RedisQueue } from '@fw/queue/redis'
import mysql from 'mysql2/promise'
import { Pool } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchChannel } from '../../core/test/http/channels/watch-channel.ts'
import { describeRedis } from './backends.ts'
import { describeDatabases } from './databases.ts'
import { Notes, Write } from './fixtures/jobs.ts'
import { TcpProxy } from './tcp-proxy.ts'
import { WarningLogger } from './warning-logger.ts'

interface Outage {
  begin(): void
  end(): unknown
}

/** The requests of a worker that takes jobs. */
const take = { PostgreSQL: /attempts \+ 1/, MySQL: /attempts \+ 1[^]*COMMIT/ }

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
    const proxy = await TcpProxy.start(DB_HOST, Number(DB_PORT))
    const address = `${DB_USER}:${DB_PASSWORD}@127.0.0.1:${proxy.port}/${DB_NAME}`
    const pool = pools[title](`${title.toLowerCase()}://${address}`)
    onTestFinished(() => pool.end())
    await survives(new DatabaseQueue(pool), {
      begin: () => proxy.disconnect(),
      end: () => proxy.reconnect(),
    })
  })

  if (title === 'SQLite') return
  const throughProxy = async () => {
    const { DB_HOST = '', DB_PORT, DB_USER, DB_PASSWORD, DB_NAME = '' } = database.settings
    const proxy = await TcpProxy.start(DB_HOST, Number(DB_PORT))
    const address = `${DB_USER}:${DB_PASSWORD}@127.0.0.1:${proxy.port}/${DB_NAME}`
    const pool = pools[title](`${title.toLowerCase()}://${address}`)
    return { proxy, pool }
  }

  test(`a job whose take lost its response is taken again, and no attempt counts (${title})`, async () => {
    const { proxy, pool } = await throughProxy()
    const queue = new DatabaseQueue(pool)
    await queue.createTable()
    await queue.push(new Write('once'), { maxAttempts: 1 })
    proxy.loseResponse(take[title])
    const { notes, logger, stop } = startWorker(queue, { leaseSeconds: 3600 })
    await expect.poll(() => notes.lines).toEqual(['once'])
    expect(logger.warnings).toEqual(['Taking jobs failed. Retrying.'])
    await stop()
    expect(await queue.stats()).toEqual([])
    await pool.end()
  })

  test(`interruptions at any moment lose no job (${title})`, async () => {
    const { proxy, pool } = await throughProxy()
    onTestFinished(() => pool.end())
    await survivesDisconnects(new DatabaseQueue(pool), proxy)
  }, 180_000)

  test(`a worker continues after its connections died without being closed (${title})`, async () => {
    const { proxy, pool } = await throughProxy()
    await survivesFrozenConnections(new DatabaseQueue(pool), proxy)
  })
})

test('an unavailable database is reported once, until it responds again', async () => {
  const connection = new DatabaseSync(':memory:')
  const queries = watchChannel<DbQueryMessage>('fw.db.query')
  const failures = () => queries.messages.filter(({ error }) => error !== undefined).length
  const queue = new DatabaseQueue(connection, { pollSeconds: 0.01 })
  await queue.createTable()
  const { notes, logger, stop } = startWorker(queue)
  const warnings = () => logger.warnings.filter((line) => line === 'Taking jobs failed. Retrying.')
  for (const outage of [1, 2]) {
    const before = failures()
    connection.exec('ALTER TABLE fw_jobs RENAME TO away')
    await expect.poll(failures).toBeGreaterThan(before + 2)
    expect(warnings()).toHaveLength(outage)
    connection.exec('ALTER TABLE away RENAME TO fw_jobs')
    await queue.push(new Write('a'))
    await expect.poll(() => notes.lines).toHaveLength(outage)
  }
  await stop()
})

await describeRedis((_title, { host, port, prefix }) => {
  test('a worker waits for an unavailable Redis, and no job is lost', async () => {
    const proxy = await TcpProxy.start(host, port)
    const queue = new RedisQueue({ host: '127.0.0.1', port: proxy.port }, { prefix })
    await survives(queue, { begin: () => proxy.disconnect(), end: () => proxy.reconnect() })
  })

  test('a stopping worker stores the outcome of its last job when Redis is available again', async () => {
    const proxy = await TcpProxy.start(host, port)
    const connection = { host: '127.0.0.1', port: proxy.port }
    const queue = new RedisQueue(connection, { prefix: `${prefix}-last` })
    const notes = new Notes()
    const stop = new AbortController()
    const logger = new WarningLogger()
    const container = new Container().instance(Notes, notes).instance(Logger, logger).boot()
    const running = new Worker(queue, container).run(stop.signal)
    vi.spyOn(notes.lines, 'push').mockImplementation((line) => {
      proxy.disconnect()
      stop.abort()
      return Array.prototype.push.call(notes.lines, line)
    })
    await queue.push(new Write('last'))
    await expect.poll(() => logger.warnings.join(' ')).toMatch(/Retrying\./)
    await proxy.reconnect()
    await running
    expect(notes.lines).toEqual(['last'])
    expect(await queue.stats()).toEqual([])
    expect(await queue.failed()).toEqual([])
    await queue.close()
  })

  test('interruptions at any moment lose no job (Redis)', async () => {
    const proxy = await TcpProxy.start(host, port)
    await survivesDisconnects(
      new RedisQueue({ host: '127.0.0.1', port: proxy.port }, { prefix: `${prefix}-cuts` }),
      proxy,
    )
  }, 180_000)
})

/** Starts a worker; `stop` waits until it has stopped. */
function startWorker(queue: Queue, options: WorkerOptions = {}) {
  const notes = new Notes()
  const logger = new WarningLogger()
  const container = new Container().instance(Notes, notes).instance(Logger, logger).boot()
  const controller = new AbortController()
  const running = new Worker(queue, container, options).run(controller.signal)
  const stop = () => {
    controller.abort()
    return running
  }
  return { notes, logger, container, stop }
}

/** Pushes until all is done, while the connections are cut at any moment. */
async function survivesDisconnects(queue: Queue, proxy: TcpProxy): Promise<void> {
  const notes = new Notes()
  const stop = new AbortController()
  const container = new Container()
    .instance(Notes, notes)
    .instance(Logger, new WarningLogger())
    .boot()
  const options = { concurrency: 4, leaseSeconds: 2 }
  const running = [1, 2].map(() => new Worker(queue, container, options).run(stop.signal))
  const accepted: string[] = []
  const controller = new AbortController()
  const disconnecting = (async () => {
    while (!controller.signal.aborted) {
      await sleep(200 + Math.random() * 400)
      proxy.disconnect()
      await sleep(Math.random() * 100)
      await proxy.reconnect()
    }
  })()
  for (let number = 0; number < 150; number += 1) {
    const name = String(number)
    // An interruption between the end of a job and its storage costs an attempt.
    await queue.push(new Write(name), { maxAttempts: 100 }).then(
      () => accepted.push(name),
      () => sleep(20),
    )
    await sleep(10)
  }
  controller.abort()
  await disconnecting
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
async function survivesFrozenConnections(queue: Queue, proxy: TcpProxy): Promise<void> {
  const { notes, stop } = startWorker(queue, { leaseSeconds: 1 })
  await queue.push(new Write('before'))
  await expect.poll(() => notes.lines).toEqual(['before'])
  proxy.freeze()
  const push = () => queue.push(new Write('after'), { unique: {} })
  await expect.poll(() => Promise.race([push(), sleep(1000, 'waits')])).not.toBe('waits')
  await expect.poll(() => notes.lines).toContain('after')
  await stop()
}

async function survives(queue: Queue, outage: Outage): Promise<void> {
  const { notes, logger, container, stop } = startWorker(queue)
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
  await stop()
  await stopsDuring(outage, queue, container, logger)
  await queue.close()
}

/** A worker without jobs stops although the connection is interrupted. */
async function stopsDuring(
  outage: Outage,
  queue: Queue,
  container: Container,
  logger: WarningLogger,
): Promise<void> {
  const stop = new AbortController()
  const running = new Worker(queue, container).run(stop.signal)
  const before = logger.warnings.length
  outage.begin()
  await expect.poll(() => logger.warnings.length).toBeGreaterThan(before)
  stop.abort()
  await running
  await outage.end()
}

/** Another process writes to the file, and takes its time. */
function lockOf(path: string): Outage {
  const other = new DatabaseSync(path)
  onTestFinished(() => other.close())
  return { begin: () => other.exec('BEGIN IMMEDIATE'), end: () => other.exec('ROLLBACK') }
}

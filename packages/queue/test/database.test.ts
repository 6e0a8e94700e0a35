import { Container, JsonLogger, Logger } from '@fw/core'
import { runStatement, transaction } from '@fw/query'
import { TableOutdated, Worker, type Job } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import { expect, test } from 'vitest'
import { makeTableDue } from './backends.ts'
import { describeQueue } from './contract.ts'
import { describeDatabases, describeMysql, describePostgres, describeSqlite } from './databases.ts'
import { Fail, Notes, Write } from './fixtures/jobs.ts'
import { SendWelcome, Ship } from './fixtures/option-jobs.ts'
import { describeJobOptions } from './options/contract.ts'

/** Holds jobs until it opens. */
class Gate {
  readonly entered: string[] = []
  readonly #opening = Promise.withResolvers<void>()
  readonly open = this.#opening.resolve
  readonly opened = this.#opening.promise
}

class Held implements Job {
  constructor(readonly name: string) {}

  async handle(gate: Gate) {
    gate.entered.push(this.name)
    await gate.opened
  }
}

await describeDatabases((title, database) => {
  const open = async () => {
    await database.drop('fw_jobs')
    return new DatabaseQueue(database.connection, { pollSeconds: 0.05 })
  }
  describeQueue(`the database queue on ${title}`, open)
  const makeDue = () => makeTableDue(database.connection)
  describeJobOptions(`settings in the database queue on ${title}`, open, makeDue)
})

await describeDatabases((title, database) => {
  test(`a table of the first version is upgraded (${title})`, async () => {
    await database.drop('fw_jobs')
    const { id, text } = firstVersion[title]
    await runStatement(
      database.connection,
      `CREATE TABLE fw_jobs (id ${id}, queue VARCHAR(100) NOT NULL, job VARCHAR(200) NOT NULL,
        payload ${text} NOT NULL, attempts INT NOT NULL DEFAULT 0, max_attempts INT NOT NULL,
        due_at BIGINT NULL, worker VARCHAR(36) NULL, message ${text} NULL, failed_at BIGINT NULL,
        UNIQUE (queue, due_at, id))`,
    )
    const pushOfFirstVersion = `INSERT INTO fw_jobs (queue, job, payload, max_attempts, due_at)
      VALUES ('default', 'Welcome', '{"to":"ada"}', 3, 0)`
    await runStatement(database.connection, pushOfFirstVersion)
    const queues = [1, 2, 3].map(() => new DatabaseQueue(database.connection))
    const ids = await Promise.all(queues.map((queue) => queue.push(new Ship(7, 'once'))))
    expect(new Set(ids).size).toBe(1)
    await runStatement(database.connection, pushOfFirstVersion)
    const notes = new Notes()
    const [queue = new DatabaseQueue(database.connection)] = queues
    await queue.push(new SendWelcome('eve'), { delaySeconds: 3600 })
    const container = new Container().instance(Notes, notes).boot()
    const stop = new AbortController()
    const running = new Worker(queue, container).run(stop.signal)
    await expect
      .poll(() => notes.lines.toSorted())
      .toEqual(['ships 7 once', 'welcome ada', 'welcome ada'])
    stop.abort()
    await running
  })
})

for (const describeServer of [describePostgres, describeMysql]) {
  await describeServer((_title, database) => {
    test('deleting and retrying failed jobs does not lock waiting ones', async () => {
      await database.drop('fw_jobs')
      const queue = new DatabaseQueue(database.connection)
      const [first = ''] = await queue.pushAll(
        Array.from({ length: 1002 }, () => new Write('failed')),
      )
      await runStatement(database.connection, 'UPDATE fw_jobs SET failed_at = 1, due_at = NULL')
      const waiting = BigInt(await queue.push(new Write('waiting')))
      await transaction(database.connection, async (tx) => {
        await runStatement(tx, 'SELECT id FROM fw_jobs WHERE id = ? FOR UPDATE', [waiting])
        expect(await queue.retry(first)).toBe(1)
        expect(await queue.forget('all')).toBe(1001)
        expect(await queue.retry('all')).toBe(0)
      })
    })

    test('a worker renews and ends jobs while a transaction that has pushed one is open', async () => {
      await database.drop('fw_jobs')
      const queue = new DatabaseQueue(database.connection)
      await queue.pushAll(['a', 'b', 'c'].map((name) => new Held(name)))
      const gate = new Gate()
      const logger = new JsonLogger({ level: 'silent' })
      const container = new Container().instance(Gate, gate).instance(Logger, logger).boot()
      const stop = new AbortController()
      const worker = new Worker(queue, container, { concurrency: 3, leaseSeconds: 1 })
      const running = worker.run(stop.signal)
      const leaseEnd = async () => {
        const { rows } = await runStatement(
          database.connection,
          'SELECT MIN(due_at) AS ends FROM fw_jobs WHERE worker IS NOT NULL',
        )
        return Number(rows[0]?.['ends'])
      }
      await expect.poll(() => queue.stats()).toMatchObject([{ active: 3 }])
      await transaction(database.connection, async (tx) => {
        await queue.within(tx).push(new Held('later'))
        const end = await leaseEnd()
        await expect.poll(leaseEnd).toBeGreaterThan(end)
        gate.open()
        await expect.poll(() => queue.stats()).toEqual([])
      })
      stop.abort()
      await running
      expect(gate.entered.slice(0, 3).toSorted()).toEqual(['a', 'b', 'c'])
    })
  })
}

describeSqlite((_title, database) => {
  test('a worker does not wait for its next poll if its process makes a job due', async () => {
    await database.drop('fw_jobs')
    await database.drop('fw_jobs_paused')
    const queue = new DatabaseQueue(database.connection, { pollSeconds: 3600 })
    const notes = new Notes()
    const logger = new JsonLogger({ level: 'silent' })
    const container = new Container().instance(Notes, notes).instance(Logger, logger).boot()
    const stop = new AbortController()
    const running = new Worker(queue, container).run(stop.signal)
    const lines = (...expected: string[]) =>
      expect.poll(() => notes.lines.map((line) => line.split(' ')[0])).toEqual(expected)
    await queue.push(new Write('first'))
    await lines('first')
    await queue.push(new Write('pushed'))
    await lines('first', 'pushed')
    await queue.pushAll([new Fail('failed')], { maxAttempts: 1 })
    await expect.poll(() => queue.failed()).toHaveLength(1)
    await queue.retry('all')
    await lines('first', 'pushed', 'failed', 'failed')
    await expect.poll(() => queue.failed()).toHaveLength(1)
    await queue.pause('default')
    await queue.push(new Write('resumed'))
    await queue.resume('default')
    await lines('first', 'pushed', 'failed', 'failed', 'resumed')
    stop.abort()
    await running
  })
})

const firstVersion = {
  SQLite: { id: 'INTEGER PRIMARY KEY', text: 'TEXT' },
  PostgreSQL: { id: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY', text: 'TEXT' },
  MySQL: { id: 'BIGINT AUTO_INCREMENT PRIMARY KEY', text: 'LONGTEXT' },
} as const

await describePostgres((_title, database) => {
  test('if the table may not be changed, the error contains the SQL to run', async () => {
    await database.drop('fw_jobs')
    await runStatement(database.connection, 'CREATE VIEW fw_jobs AS SELECT 1 AS id')
    const queue = new DatabaseQueue(database.connection)
    const pushed = queue.push(new Ship(7, 'never'))
    await expect(pushed).rejects.toThrow(TableOutdated)
    await expect(pushed).rejects.toThrow(
      'Run this SQL as a user who may change the table: ALTER TABLE fw_jobs ADD COLUMN meta TEXT NULL; ',
    )
    await runStatement(database.connection, 'DROP VIEW fw_jobs')
  })
})

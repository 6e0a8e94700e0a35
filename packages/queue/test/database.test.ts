import { Container } from '@fw/core'
import { runStatement } from '@fw/query'
import { TableOutdated, Worker } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import { expect, test } from 'vitest'
import { hurryTable } from './backends.ts'
import { describeQueue } from './contract.ts'
import { describeDatabases, describePostgres } from './databases.ts'
import { Notes } from './fixtures/jobs.ts'
import { SendWelcome, Ship } from './fixtures/option-jobs.ts'
import { describeJobOptions } from './options/contract.ts'

await describeDatabases((title, database) => {
  const open = async () => {
    await database.drop('fw_jobs')
    return new DatabaseQueue(database.connection)
  }
  describeQueue(`the database queue on ${title}`, open)
  const hurry = () => hurryTable(database.connection)
  describeJobOptions(`settings in the database queue on ${title}`, open, hurry)
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

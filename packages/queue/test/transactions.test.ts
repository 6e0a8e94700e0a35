import { runStatement, transaction } from '@fw/query'
import { Worker } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import { Container } from '@fw/core'
import { beforeEach, expect, test } from 'vitest'
import { describeDatabases } from './databases.ts'
import { Notes, Write } from './fixtures/jobs.ts'
import { workUntilFailed } from './work-until-failed.ts'

await describeDatabases((title, database) => {
  beforeEach(() => database.drop('fw_jobs'))

  test(`a job exists when its transaction commits (${title})`, async () => {
    const queue = new DatabaseQueue(database.connection)
    await queue.createTable()
    await transaction(database.connection, async (tx) => {
      await queue.within(tx).push(new Write('kept'), { queue: 'mail', delaySeconds: 60 })
    })
    const undone = transaction(database.connection, async (tx) => {
      await queue.within(tx).push(new Write('undone'))
      throw new Error('No.')
    })
    await expect(undone).rejects.toThrow('No.')
    expect(await queue.stats()).toEqual([
      { queue: 'mail', waiting: 0, delayed: 1, active: 0, failed: 0, oldestSeconds: 0 },
    ])
  })

  if (title !== 'SQLite')
    test(`a job that another transaction has locked is skipped (${title})`, async () => {
      const queue = new DatabaseQueue(database.connection)
      await queue.push(new Write('locked'))
      await queue.push(new Write('free'))
      const notes = new Notes()
      const stop = new AbortController()
      const running = await transaction(database.connection, async (tx) => {
        await runStatement(tx, 'SELECT id FROM fw_jobs ORDER BY id LIMIT 1 FOR UPDATE')
        const worker = new Worker(queue, new Container().instance(Notes, notes).boot())
        const ended = worker.run(stop.signal)
        await expect.poll(() => notes.lines).toEqual(['free'])
        return { ended }
      })
      await expect.poll(() => notes.lines).toEqual(['free', 'locked'])
      stop.abort()
      await running.ended
    })

  test(`the table can be created in a transaction, such as that of a migration (${title})`, async () => {
    await database.drop('fw_jobs_paused')
    await transaction(database.connection, async (tx) => {
      await new DatabaseQueue(tx).createTable()
      await new DatabaseQueue(tx).createTable()
    })
    const queue = new DatabaseQueue(database.connection)
    await queue.push(new Write('a'))
    expect(await queue.stats()).toMatchObject([{ waiting: 1 }])
  })

  test(`the table is created once by many processes at the same time (${title})`, async () => {
    const queues = Array.from({ length: 8 }, () => new DatabaseQueue(database.connection))
    await Promise.all(queues.map((queue) => queue.createTable()))
    await Promise.all(queues.map((queue) => queue.push(new Write('a'))))
    expect(await queues[0]?.stats()).toMatchObject([{ waiting: 8 }])
  })

  test(`queues in different tables are independent (${title})`, async () => {
    await database.drop('other_jobs')
    const other = new DatabaseQueue(database.connection, { table: 'other_jobs' })
    await other.push(new Write('a'))
    expect(await new DatabaseQueue(database.connection).stats()).toEqual([])
    expect(await other.stats()).toHaveLength(1)
  })

  test(`a stored payload that is not JSON is moved to the failed jobs (${title})`, async () => {
    const queue = new DatabaseQueue(database.connection)
    await queue.push(new Write('a'))
    await runStatement(database.connection, 'UPDATE fw_jobs SET payload = ?', ['{"line":'])
    await workUntilFailed(queue)
    expect(await queue.failed()).toMatchObject([
      { message: 'The stored payload is not valid JSON.' },
    ])
  })

  test(`malformed stored metadata costs no other job an attempt (${title})`, async () => {
    const queue = new DatabaseQueue(database.connection)
    const malformed = ['{', '5', '[]', '{"meta":null}', '{"meta":{"requestId":5}}', '{"changes":5}']
    const fine = ['null', '{}', '{"meta":{"requestId":"a"}}', '{"id":"7","isCancelled":true}']
    for (const meta of [...malformed, ...fine]) {
      const id = await queue.push(new Write(meta))
      const change = 'UPDATE fw_jobs SET meta = ? WHERE id = ?'
      await runStatement(database.connection, change, [meta, BigInt(id)])
    }
    const notes = await workUntilFailed(queue, malformed.length)
    expect(notes.lines.toSorted()).toEqual(fine.toSorted())
    for (const { message, attempts } of await queue.failed()) {
      expect([message, attempts]).toEqual(['The stored metadata is malformed.', 1])
    }
  })
})

test('the name of a table cannot contain SQL', () => {
  expect(() => new DatabaseQueue({}, { table: 'jobs; DROP TABLE jobs' })).toThrow(
    'DatabaseQueue: "jobs; DROP TABLE jobs" is not a valid table name, such as "jobs" or "app.jobs". Use letters, digits and _, and do not begin with a digit.',
  )
})

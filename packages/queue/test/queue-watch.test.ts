import { runStatement } from '@fw/query'
import { JobRegistry, MemoryQueue, Worker, type Queue, type WorkerOptions } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import { Container, Logger } from '@fw/core'
import { beforeEach, expect, test } from 'vitest'
import { describeDatabases } from './databases.ts'
import { Write } from './fixtures/jobs.ts'
import { Mail } from './fixtures/option-jobs.ts'

test('a worker does not warn about the default queue if no job class uses it', async () => {
  const jobs = new JobRegistry().register(Mail)
  const { logger, stop } = start(new MemoryQueue(), { queues: ['mail'] }, jobs)
  await stop()
  expect(logger.warnings).toEqual([])
})

test('a worker warns about queues of the application that it does not run', async () => {
  const notServedWarning = async (options: WorkerOptions) => {
    const { logger, stop } = start(new MemoryQueue(), options)
    await stop()
    return logger.warnings
  }
  expect(await notServedWarning({ queues: ['default'] })).toEqual([
    [
      'Some jobs of this application use queues that this worker does not serve. ' +
        'Start another worker for them, or add them to --queue.',
      { queues: ['mail'] },
    ],
  ])
  expect(await notServedWarning({})).toEqual([])
  expect(await notServedWarning({ queues: ['mail', 'default'] })).toEqual([])
})

await describeDatabases((title, database) => {
  beforeEach(async () => {
    await database.drop('fw_jobs')
    await database.drop('fw_jobs_paused')
  })

  test(`a worker warns once about a queue that no worker runs (${title})`, async () => {
    const queue = new DatabaseQueue(database.connection)
    for (const name of ['old', 'old', 'paused', 'busy', 'busy']) {
      await queue.push(new Write(name), { queue: name })
    }
    const time = Date.now()
    const change = (sql: string, ...values: unknown[]) =>
      runStatement(database.connection, `UPDATE fw_jobs SET ${sql}`, values)
    await change('due_at = ?', time - 100_000)
    await change("worker = 'another', due_at = ? WHERE id = 4", time + 100_000)
    await queue.push(new Write('new'), { queue: 'new' })
    await queue.pause('paused')

    const { logger, stop } = start(queue)
    await expect.poll(() => logger.warnings).toHaveLength(1)
    await stop()
    expect(logger.warnings).toEqual([
      [
        'Jobs wait in a queue that this worker does not serve, and none of them is running. Check that a worker has it in --queue.',
        { queue: 'old', waiting: 2, oldestSeconds: expect.closeTo(100, -1) },
      ],
    ])
  })
})

function start(
  queue: Queue,
  options: WorkerOptions = {},
  jobs = new JobRegistry().register(Mail).register(Write),
) {
  const logger = new ListLogger()
  const container = new Container().instance(Logger, logger).instance(JobRegistry, jobs).boot()
  const controller = new AbortController()
  const running = new Worker(queue, container, options).run(controller.signal)
  return {
    logger,
    async stop() {
      controller.abort()
      await running
    },
  }
}

class ListLogger extends Logger {
  readonly warnings: [string, unknown][] = []

  debug() {}
  info() {}
  error() {}

  warn(message: string, context?: unknown) {
    this.warnings.push([message, context])
  }
}

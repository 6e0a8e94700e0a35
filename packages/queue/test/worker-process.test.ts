import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { int } from '@fw/core'
import type { Job } from '@fw/queue'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { FwProcess } from '../../core/test/support/fw-process.ts'
import { describeBackends } from './backends.ts'
import { Journal, Note } from './fixtures/application-jobs.ts'
import { QueueApplication } from './queue-application.ts'

const count = 200
const concurrency = 8
const numbers = Array.from({ length: count }, (_, index) => index + 1)

/** A job that the application does not have yet. */
class Fresh implements Job {
  constructor(readonly number: int) {}

  handle(journal: Journal) {
    journal.write(`fresh ${this.number}`)
  }
}

/** The application has a job of this name that ends its worker. */
class Kill implements Job {
  handle(journal: Journal) {
    journal.write('killed')
  }
}

let mayEnd = Promise.withResolvers<void>()

/** The application has a job of this name that blocks its worker until another one takes over. */
class Block implements Job {
  async handle(journal: Journal) {
    journal.write('takes over')
    await mayEnd.promise
    journal.write('has done it')
  }
}

await describeBackends((title, { settings, clear, makeDue, open }) => {
  beforeEach(clear)

  // One worker is a process of the application, the other one runs here, as a later release would.
  test(`workers of two releases run every job once, and end on SIGTERM (${title})`, async () => {
    const application = new QueueApplication(settings())
    const worker = startWorker(application)
    await worker.printed(/Working on/)
    application.startWorker(open(), [Note, Fresh], { concurrency })
    // This one wakes neither worker, so that both find the jobs when they poll.
    const queue = open()
    for (let start = 0; start < count; start += 50) {
      const some = numbers.slice(start, start + 50)
      await queue.pushAll([
        ...some.slice(0, 10).map((number) => new Fresh(number)),
        ...some.map((number) => new Note(number, 20)),
      ])
    }
    await expect.poll(() => application.ended().length).toBe(count)
    expect(application.ended().toSorted((a, b) => a - b)).toEqual(numbers)
    await makeDue()
    // On a busy machine, the older worker could take a job that it does not know each time it is due.
    worker.child.kill('SIGTERM')
    expect(await worker.exit).toBe(0)
    const fresh = () => application.journal().filter((line) => line.startsWith('fresh '))
    const isDone = async () => {
      await makeDue()
      return [fresh().length, application.ended().length, await queue.stats()]
    }
    await expect.poll(isDone, { interval: 500 }).toEqual([(count / 50) * 10, count, []])
    expect(new Set(fresh()).size).toBe(fresh().length)
  })

  test(`no job is lost if workers are killed, and the job that kills them fails at its limit (${title})`, async () => {
    const application = new QueueApplication({ ...settings(), QUEUE_LEASE_SECONDS: '2' })
    const queue = open()
    const notes = numbers.map((number) => new Note(number, 5))
    await queue.pushAll(notes.slice(0, count / 2))
    await queue.push(new Kill(), { maxAttempts: 2 })
    await queue.pushAll(notes.slice(count / 2))
    const killed = () => application.journal().filter((line) => line === 'killed').length
    expect(await startWorker(application).exit).toBe('SIGKILL')
    expect(killed()).toBe(1)
    expect(application.ended().length).toBeGreaterThan(0)
    expect(application.ended().length).toBeLessThan(count)
    expect(await startWorker(application).exit).toBe('SIGKILL')
    expect(killed()).toBe(2)

    application.startWorker(queue, [Note, Kill], { concurrency, leaseSeconds: 2 })
    await expect
      .poll(() => queue.failed())
      .toMatchObject([
        {
          job: 'Kill',
          message: 'The worker of the job died, or lost its lease, in the last of 2 attempts.',
        },
      ])
    await expect.poll(() => new Set(application.ended()).size).toBe(count)
    const onlyFailed = { queue: 'default', waiting: 0, delayed: 0, active: 0, failed: 1 }
    await expect.poll(() => queue.stats()).toMatchObject([onlyFailed])
    expect(killed()).toBe(2)
    // Only what a worker ran while it was killed can have been done twice.
    expect(application.ended().length).toBeLessThanOrEqual(count + 2 * (concurrency - 1))
  })

  test(`a worker that lost a job can no longer complete it (${title})`, async () => {
    mayEnd = Promise.withResolvers()
    const application = new QueueApplication({ ...settings(), QUEUE_LEASE_SECONDS: '1' })
    const queue = open()
    await queue.push(new Block())
    const first = startWorker(application)
    await expect.poll(() => application.journal()).toEqual(['blocks'])
    application.startWorker(queue, [Block], { concurrency, leaseSeconds: 2 })
    onTestFinished(() => mayEnd.resolve())
    await expect.poll(() => application.journal()).toContain('takes over')
    writeFileSync(join(application.root, 'taken-over.txt'), '')
    await expect.poll(() => application.journal()).toHaveLength(4)
    expect(application.journal()).toEqual(['blocks', 'takes over', 'JobLeaseLost', 'has lost it'])
    first.child.kill('SIGTERM')
    expect(await first.exit).toBe(0)
    expect(await queue.stats()).toMatchObject([{ waiting: 0, delayed: 0, active: 1, failed: 0 }])
    mayEnd.resolve()
    await expect.poll(() => queue.stats()).toEqual([])
    expect(application.journal().at(-1)).toBe('has done it')
  })
})

function startWorker({ root }: QueueApplication): FwProcess {
  return new FwProcess(root, ['queue:work', '--concurrency', String(concurrency)])
}

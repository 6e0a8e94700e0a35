import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { FwProcess, runFw } from '../../core/test/support/fw-process.ts'
import { describeBackends, type Settings } from './backends.ts'
import { QueueApplication } from './queue-application.ts'

const count = 1000
const concurrency = 8
const pollOptions = { timeout: 60_000, interval: 50 }

await describeBackends((title, { settings, clear, makeDue }) => {
  beforeEach(clear)

  test(`two workers run ${count} jobs once each, and end on SIGTERM (${title})`, async () => {
    const application = await applicationWithNotes(settings())
    const workers = [startWorker(application), startWorker(application)]
    await expect.poll(() => application.ended().length, pollOptions).toBe(count)
    for (const worker of workers) worker.child.kill('SIGTERM')
    expect(await Promise.all(workers.map((worker) => worker.exit))).toEqual([0, 0])
    const all = Array.from({ length: count }, (_, index) => index + 1)
    expect(application.ended().toSorted((a, b) => a - b)).toEqual(all)
    expect(await statsOf(application)).toBe('There are no jobs.\n')
  })

  test(`of ${count} jobs none is lost when their worker is killed in the middle (${title})`, async () => {
    const application = await applicationWithNotes({ ...settings(), QUEUE_LEASE_SECONDS: '2' })
    const first = startWorker(application)
    await expect.poll(() => application.ended().length, pollOptions).toBeGreaterThan(300)
    first.child.kill('SIGKILL')
    expect(await first.exit).toBe('SIGKILL')
    expect(application.ended().length).toBeLessThan(count)

    startWorker(application)
    await expect.poll(() => new Set(application.ended()).size, pollOptions).toBe(count)
    await expect.poll(() => statsOf(application), pollOptions).toBe('There are no jobs.\n')
    // Only what the first worker had in hand can have been done twice.
    expect(application.ended().length).toBeLessThanOrEqual(count + concurrency)
  })

  test(`a job whose workers die is tried up to its limit, and then kept (${title})`, async () => {
    const application = new QueueApplication({ ...settings(), QUEUE_LEASE_SECONDS: '1' })
    const { root } = application
    await runFw(root, ['kill:push', '2'])
    await runFw(root, ['notes:push', '1', '0'])
    for (const attempt of [1, 2]) {
      expect(await new FwProcess(root, ['queue:work']).exit).toBe('SIGKILL')
      expect(application.journal().filter((line) => line === 'killed')).toHaveLength(attempt)
    }

    startWorker(application)
    const failed = async () => (await runFw(root, ['queue:failed'])).stdout
    await expect
      .poll(failed, pollOptions)
      .toMatch(
        /^\S+ {2}Kill {2}The worker of the job died, or lost its lease, in the last of 2 attempts\.\n$/,
      )
    await expect.poll(() => application.ended(), pollOptions).toEqual([1])
    expect(application.journal().filter((line) => line === 'killed')).toHaveLength(2)
  })

  test(`a worker that lost a job can no longer complete it (${title})`, async () => {
    const application = new QueueApplication({ ...settings(), QUEUE_LEASE_SECONDS: '1' })
    await runFw(application.root, ['block:push'])
    const first = startWorker(application)
    await expect.poll(() => application.journal(), pollOptions).toEqual(['blocks'])
    const second = startWorker(application)
    await expect.poll(() => application.journal(), pollOptions).toHaveLength(4)
    expect(application.journal()).toEqual(['blocks', 'takes over', 'JobLeaseLost', 'has lost it'])
    first.child.kill('SIGTERM')
    await first.exit
    expect(await statsOf(application)).toMatch(/^default +0 +0 +1 +0$/m)
    writeFileSync(join(application.root, 'may-end.txt'), '')
    await expect.poll(() => application.journal().at(-1), pollOptions).toBe('has done it')
    await expect.poll(() => statsOf(application), pollOptions).toBe('There are no jobs.\n')
    second.child.kill('SIGTERM')
    expect(await second.exit).toBe(0)
  })

  test(`of two releases that run at the same time, one may have more job classes (${title})`, async () => {
    const first = new QueueApplication(settings())
    const second = new QueueApplication(settings(), 'second')
    startWorker(first)
    startWorker(second)
    for (let round = 0; round < 2; round += 1) {
      await runFw(second.root, ['fresh:push', '50'])
      await runFw(first.root, ['notes:push', '50', '0'])
    }
    const fresh = () => second.journal().filter((line) => line.startsWith('fresh ')).length
    const isDone = async () => {
      await makeDue()
      return [fresh(), first.ended().length + second.ended().length]
    }
    await expect.poll(isDone, { timeout: 60_000, interval: 500 }).toEqual([100, 100])
    expect(first.journal().filter((line) => line.startsWith('fresh '))).toEqual([])
    await expect.poll(() => statsOf(second), pollOptions).toBe('There are no jobs.\n')
    expect((await runFw(second.root, ['queue:failed'])).stdout).toBe('')
  })

  test(`SIGTERM lets the running job finish, and leaves the others in the queue (${title})`, async () => {
    const application = new QueueApplication(settings())
    await runFw(application.root, ['notes:push', '3', '1500'])
    const worker = new FwProcess(application.root, ['queue:work'])
    await expect.poll(() => application.journal(), pollOptions).toEqual(['start 1'])
    worker.child.kill('SIGTERM')
    expect(await worker.exit).toBe(0)
    expect(application.journal()).toEqual(['start 1', 'end 1'])
    expect(await statsOf(application)).toMatch(/^default +2 +0 +0 +0$/m)
  })
})

async function applicationWithNotes(settings: Settings): Promise<QueueApplication> {
  const application = new QueueApplication(settings)
  const pushed = await runFw(application.root, ['notes:push', String(count), '5'])
  expect(pushed).toEqual({ code: 0, stdout: '', stderr: '' })
  return application
}

function startWorker({ root }: QueueApplication): FwProcess {
  return new FwProcess(root, ['queue:work', '--concurrency', String(concurrency)])
}

async function statsOf({ root }: QueueApplication): Promise<string> {
  return (await runFw(root, ['queue:stats'])).stdout
}

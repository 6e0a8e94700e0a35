import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { JobOptions } from '@fw/core'
import type { Job } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import { expect, onTestFinished, test } from 'vitest'
import { FwProcess, runFw } from '../../core/test/support/fw-process.ts'
import { importableApplication } from '../../core/test/support/temporary-application.ts'
import { shown, terminalProcess } from '../../core/test/support/terminal-process.ts'
import { runHere } from '../../core/test/support/run-here.ts'
import { Forget, Note, Refuse } from './fixtures/application-jobs.ts'
import { QueueApplication } from './queue-application.ts'

const settings = { QUEUE_CONNECTION: 'database', DB_NAME: 'jobs.sqlite' }

test('jobs are pushed, counted, retried, cancelled and deleted by commands', async () => {
  const { root } = new QueueApplication(settings)
  expect(await runFw(root, ['notes:push', '2', '0'])).toEqual({ code: 0, stdout: '', stderr: '' })
  const queue = openQueue(root)
  expect(await queue.stats()).toMatchObject([{ queue: 'default', waiting: 2 }])
  expect(await runFw(root, ['queue:cancel', '2'])).toMatchObject({ stdout: 'Cancelled: 2.\n' })
  await queue.pushAll([new Refuse('No,\n  never'), new Refuse('Nor this')], { maxAttempts: 1 })
  const worker = new FwProcess(root, ['queue:work'])
  await expect.poll(() => queue.failed()).toHaveLength(2)
  worker.child.kill('SIGTERM')
  expect(await worker.exit).toBe(0)
  expect(await runFw(root, ['queue:failed'])).toEqual({
    code: 0,
    stdout: '3  Refuse  No, never\n4  Refuse  Nor this\n',
    stderr: '',
  })

  expect(await runFw(root, ['queue:retry', '3'])).toEqual({
    code: 0,
    stdout: 'Jobs to retry: 1.\n',
    stderr: '',
  })
  expect(await queue.failed()).toMatchObject([{ id: '4', attempts: 1 }])
  expect(await runFw(root, ['queue:forget', '4'])).toMatchObject({
    stdout: 'Failed jobs deleted: 1.\n',
  })
  expect(await runFw(root, ['queue:forget', '4'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no failed job 4. Run queue:failed for a list.\n',
  })

  expect(await runFw(root, ['queue:pause', 'slow'])).toMatchObject({ stdout: 'Paused: slow.\n' })
  expect((await runFw(root, ['queue:stats'])).stdout).toBe(
    'queue          waiting  delayed  active  failed\n' +
      'default        1        0        0       0\n' +
      'slow (paused)  0        0        0       0\n',
  )
  expect(await runFw(root, ['queue:resume', 'slow'])).toMatchObject({ stdout: 'Resumed: slow.\n' })
  expect(await queue.paused()).toEqual([])
})

test('a worker survives an unhandled rejection, and finishes its jobs after an exception', async () => {
  const application = new QueueApplication(settings)
  const worker = new FwProcess(application.root, ['queue:work'])
  await worker.printed(/Working on/)
  const queue = openQueue(application.root)

  await queue.push(new Forget(false))
  await expect.poll(() => application.ended()).toEqual([0])
  expect(worker.stderr).toContain('A promise was rejected without a handler.')
  expect(worker.child.exitCode).toBeNull()

  await queue.push(new Forget(true))
  expect(await worker.exit).toBe(1)
  expect(worker.stderr).toContain('An exception was not caught. The process ends.')
  expect(application.ended()).toEqual([0, 0])
  expect(await queue.stats()).toEqual([])
})

test('SIGTERM lets the running job finish, and leaves the others in the queue', async () => {
  const application = new QueueApplication(settings)
  const queue = openQueue(application.root)
  await queue.pushAll([1, 2, 3].map((number) => new Note(number, 1500)))
  const worker = new FwProcess(application.root, ['queue:work'])
  await expect.poll(() => application.journal()).toEqual(['start 1'])
  worker.child.kill('SIGTERM')
  expect(await worker.exit).toBe(0)
  expect(application.journal()).toEqual(['start 1', 'end 1'])
  expect(await queue.stats()).toMatchObject([{ waiting: 2, delayed: 0, active: 0, failed: 0 }])
})

test('a worker in a terminal prints a line when a job starts, ends, and fails', async () => {
  const { root } = new QueueApplication(settings)
  const queue = openQueue(root)
  await queue.push(new Note(1, 20))
  await queue.push(new Refuse('No'), { maxAttempts: 2 })
  const worker = terminalProcess(root, 'queue:work', { env: { LOG_LEVEL: 'silent' } })

  await worker.printed(/failed permanently/)

  const lines = shown(worker).split('\n')
  const time = String.raw`^\d\d:\d\d:\d\d default`
  expect(lines.filter((line) => /^\d\d:/.test(line))).toEqual(
    [
      'Note 1 running$',
      String.raw`Note 1 done in \d+ ms$`,
      'Refuse 2 running$',
      String.raw`Refuse 2 failed in \d+ ms, attempt 1, retry in 1 s$`,
      'Refuse 2 running$',
      String.raw`Refuse 2 failed permanently in \d+ ms, attempt 2\. To run it again: fw queue:retry 2$`,
    ].map((text) => expect.stringMatching(new RegExp(`${time} ${text}`))),
  )
})

test('a worker prints its queues, and how many jobs run at the same time', async () => {
  const { root } = new QueueApplication(settings)
  const args = ['queue:work', '--queue', 'mail:6,slow:2', '--queue=last:1', '--concurrency', '4']
  await new FwProcess(root, args).printed(/^Working on mail, slow, last; concurrent jobs: 4\.$/m)
})

test('a worker takes the jobs of all queues of the application', async () => {
  const application = new QueueApplication(settings)
  const { root } = application
  writeFileSync(join(root, 'src/queues.ts'), inQueues)
  await openQueue(root).push(new Letter())
  const worker = new FwProcess(root, ['queue:work'])
  await worker.printed(/^Working on default, letters, parcels; concurrent jobs: 1\.$/m)
  await expect.poll(() => application.ended()).toEqual([7])
  await worker.stop()

  const served = new FwProcess(root, ['serve', '--with', 'queue'], { PORT: '0' })
  await served.printed(/^Working on default, letters, parcels; concurrent jobs: 1\.$/m)
  await served.stop()

  const chosen = new FwProcess(root, ['queue:work', '--queue', 'letters'])
  await chosen.printed(/^Working on letters; concurrent jobs: 1\.$/m)
  const [, line = ''] = await chosen.printed(/^(.*this worker does not serve.*)$/m)
  expect(JSON.parse(line)).toMatchObject({ level: 'warn', queues: ['default', 'parcels'] })
})

@JobOptions({ queue: 'letters' })
class Letter implements Job {
  handle() {}
}

const inQueues = `import { JobOptions } from '@fw/core'
import type { Job } from '@fw/queue'
import { Journal } from './jobs.ts'

@JobOptions({ queue: 'letters' })
export class Letter implements Job { handle(journal: Journal) { journal.write('end 7') } }

@JobOptions({ queue: 'parcels' })
export class Parcel implements Job { handle() {} }
`

test('a worker refuses invalid queues and numbers', async () => {
  const { root } = new QueueApplication(settings)
  const refused = await runFw(root, ['queue:work', '--concurrency', '0', '--queue', 'mail,,b c'])
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toMatch(
    /^queue:work: --queue: must be names of up to 100 letters, digits, "\.", "-" and "_"\.\nqueue:work: --concurrency: must be greater than 0\.\n\nUsage: fw queue:work /,
  )
})

test('a worker refuses a queue in memory', async () => {
  const { root } = new QueueApplication({ QUEUE_CONNECTION: 'memory' })
  expect(await runFw(root, ['queue:work'])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'Jobs are kept in memory, so this process cannot read the jobs of other processes. ' +
      'Set QUEUE_CONNECTION to database or redis, for the web server too.\n',
  })
})

test('every command exists without jobs and settings', async () => {
  const root = importableApplication({ 'package.json': '{}', 'src/nothing.ts': '' })
  const { stdout } = await runHere(root, [])
  const own = ['dev', 'build', 'routes', 'openapi']
  for (const name of [...own, 'queue:work', 'queue:stats', 'queue:failed', 'queue:retry']) {
    expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
    const help = await runHere(root, [name, '--help'])
    expect(help.code).toBe(0)
    expect(help.stdout + help.stderr).toMatch(`Usage: fw ${name} `)
  }
})

/** Opens the queue of an application in this process. */
function openQueue(root: string): DatabaseQueue {
  const connection = new DatabaseSync(join(root, 'jobs.sqlite'), { timeout: 5000 })
  onTestFinished(() => connection.close())
  return new DatabaseQueue(connection)
}

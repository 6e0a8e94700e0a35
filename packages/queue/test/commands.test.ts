import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FwProcess, runFw } from '../../core/test/support/fw-process.ts'
import { temporaryApplication } from '../../core/test/support/temporary-application.ts'
import { shown, terminalProcess } from '../../core/test/support/terminal-process.ts'
import { QueueApplication } from './queue-application.ts'

const settings = { QUEUE_CONNECTION: 'database', DB_NAME: 'jobs.sqlite' }

test('failed jobs are listed one per line, and retried', async () => {
  const { root } = new QueueApplication(settings)
  expect(await runFw(root, ['queue:failed'])).toEqual({
    code: 0,
    stdout: '',
    stderr: 'No job has failed.\n',
  })

  await runFw(root, ['refusal:push', 'No,\n  never'])
  await runFw(root, ['refusal:push', 'Nor this'])
  await untilFailed(root, 2)
  expect((await runFw(root, ['queue:failed'])).stdout).toBe(
    '1  Refuse  No, never\n2  Refuse  Nor this\n',
  )

  expect(await runFw(root, ['queue:retry', '1'])).toEqual({
    code: 0,
    stdout: 'Jobs to retry: 1.\n',
    stderr: '',
  })
  expect((await runFw(root, ['queue:failed'])).stdout).toBe('2  Refuse  Nor this\n')
  expect(await runFw(root, ['queue:retry', '1'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no failed job 1. Run queue:failed for a list.\n',
  })

  await untilFailed(root, 2)
  expect((await runFw(root, ['queue:retry', 'all'])).stdout).toBe('Jobs to retry: 2.\n')
  expect((await runFw(root, ['queue:retry', 'all'])).code).toBe(0)
})

test('a worker survives an unhandled rejection, and finishes its jobs after an exception', async () => {
  const application = new QueueApplication(settings)
  const worker = new FwProcess(application.root, ['queue:work'])
  await worker.printed(/Working on/)

  await runFw(application.root, ['forget:push', 'false'])
  await expect.poll(() => application.ended()).toEqual([0])
  expect(worker.stderr).toContain('A promise was rejected without a handler.')
  expect(worker.child.exitCode).toBeNull()

  await runFw(application.root, ['forget:push', 'true'])
  expect(await worker.exit).toBe(1)
  expect(worker.stderr).toContain('An exception was not caught. The process ends.')
  expect(application.ended()).toEqual([0, 0])
  expect((await runFw(application.root, ['queue:stats'])).stdout).toBe('There are no jobs.\n')
})

test('a worker in a terminal prints a line when a job starts, ends, and fails', async () => {
  const { root } = new QueueApplication(settings)
  await runFw(root, ['notes:push', '1', '20'])
  await runFw(root, ['refusal:push', 'No', '2'])
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

test('jobs are counted by queue', async () => {
  const { root } = new QueueApplication(settings)
  expect((await runFw(root, ['queue:stats'])).stdout).toBe('There are no jobs.\n')
  await runFw(root, ['notes:push', '3', '0'])
  expect((await runFw(root, ['queue:stats'])).stdout).toBe(
    'queue    waiting  delayed  active  failed\ndefault  3        0        0       0\n',
  )
})

test('a queue is paused and resumed by hand', async () => {
  const { root } = new QueueApplication(settings)
  expect(await runFw(root, ['queue:pause', 'slow'])).toMatchObject({ stdout: 'Paused: slow.\n' })
  const [paused] = JSON.parse((await runFw(root, ['queue:stats', '--json'])).stdout)
  const counts = { waiting: 0, delayed: 0, active: 0, failed: 0, oldestSeconds: 0 }
  expect(paused).toEqual({ queue: 'slow', ...counts, paused: true })
  expect((await runFw(root, ['queue:stats'])).stdout).toMatch(/^slow \(paused\) +0 /m)
  expect(await runFw(root, ['queue:resume', 'slow'])).toMatchObject({ stdout: 'Resumed: slow.\n' })
  expect((await runFw(root, ['queue:stats', '--json'])).stdout).toBe('[]\n')
  const refused = await runFw(root, ['queue:pause', 'a b'])
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringMatching(/^queue:pause: queue: must be a name of up to 100 letters, digits/),
  ])
})

test('jobs are cancelled and deleted by hand', async () => {
  const { root } = new QueueApplication(settings)
  await runFw(root, ['notes:push', '1', '0'])
  expect(await runFw(root, ['queue:cancel', '1'])).toMatchObject({ stdout: 'Cancelled: 1.\n' })
  expect(await runFw(root, ['queue:cancel', '1'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no job 1 that is waiting or running.\n',
  })
  await runFw(root, ['refusal:push', 'No'])
  await untilFailed(root, 1)
  const [failed] = JSON.parse((await runFw(root, ['queue:failed', '--json'])).stdout)
  expect(failed).toMatchObject({ id: '2', job: 'Refuse', attempts: 1, message: 'No' })
  expect(await runFw(root, ['queue:forget', '1'])).toMatchObject({ code: 1, stdout: '' })
  expect((await runFw(root, ['queue:forget', '2'])).stdout).toBe('Failed jobs deleted: 1.\n')
  expect((await runFw(root, ['queue:failed'])).stdout).toBe('')
})

test('weights must be set for all queues or for none', async () => {
  const { root } = new QueueApplication(settings)
  const worker = new FwProcess(root, ['queue:work', '--queue', 'high:6,low:1'])
  await worker.printed(/^Working on high, low; concurrent jobs: 1\.$/m)
  for (const args of ['high:6,low', 'high:0,low:1', 'high:x']) {
    const refused = await runFw(root, ['queue:work', '--queue', args])
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining(
        '--queue: give a weight between 1 and 1000 to all queues, or to no queue',
      ),
    ])
  }
})

test('a worker prints its queues, and how many jobs run at the same time', async () => {
  const { root } = new QueueApplication(settings)
  const args = ['queue:work', '--queue', 'mail,slow', '--queue=last', '--concurrency', '4']
  await new FwProcess(root, args).printed(/^Working on mail, slow, last; concurrent jobs: 4\.$/m)
})

test('a worker takes the jobs of all queues of the application', async () => {
  const application = new QueueApplication(settings)
  const { root } = application
  writeFileSync(join(root, 'src/queues.ts'), inQueues)
  await runFw(root, ['letter:push'])
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

const inQueues = `import { Command, JobOptions } from '@fw/core'
import { Queue, type Job } from '@fw/queue'
import { Journal } from './jobs.ts'

@JobOptions({ queue: 'letters' })
export class Letter implements Job { handle(journal: Journal) { journal.write('end 7') } }

@JobOptions({ queue: 'parcels' })
export class Parcel implements Job { handle() {} }

export class PushingLetters {
  constructor(private readonly queue: Queue) {}
  @Command('letter:push') async push() { await this.queue.push(new Letter()) }
}
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
  const root = temporaryApplication({ 'package.json': '{}', 'src/nothing.ts': '' })
  const { stdout } = await runFw(root, [])
  const own = ['dev', 'serve', 'build', 'routes', 'openapi', 'mcp:serve']
  for (const name of [...own, 'queue:work', 'queue:stats', 'queue:failed', 'queue:retry']) {
    expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
    const help = await runFw(root, [name, '--help'])
    expect(help.code).toBe(0)
    expect(help.stdout + help.stderr).toMatch(`Usage: fw ${name} `)
  }
})

/** Runs a worker until so many jobs have failed. */
async function untilFailed(root: string, count: number): Promise<void> {
  const worker = new FwProcess(root, ['queue:work'])
  await expect
    .poll(async () => (await runFw(root, ['queue:failed'])).stdout.match(/\n/g), {
      timeout: 20_000,
    })
    .toHaveLength(count)
  worker.child.kill('SIGTERM')
  await worker.exit
}

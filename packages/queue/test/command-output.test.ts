import { DatabaseSync } from 'node:sqlite'
import { stripVTControlCharacters } from 'node:util'
import { Config, Container, Health, JsonLogger, Logger } from '@fw/core'
import { CommandRegistry, CommandRunner } from '@fw/core/console'
import { MemoryQueue, Queue, type Job } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import { extension } from '@fw/queue/extension'
import { expect, onTestFinished, test } from 'vitest'
import { captureOutput } from '../../core/test/support/capture-output.ts'
import { Fail, Notes, Write } from './fixtures/jobs.ts'

const commands = (await extension.commands?.()) ?? []

/** A queue, and a function that runs a command line and returns what it printed. */
function open(queue: Queue = new DatabaseQueue(new DatabaseSync(':memory:')), settings = {}) {
  const { printed, restore } = captureOutput()
  onTestFinished(restore)
  onTestFinished(() => queue.close())
  const container = new Container()
    .instance(Queue, queue)
    .instance(Notes, new Notes())
    .instance(Config, Config.of(settings))
    .instance(Logger, new JsonLogger({ level: 'silent' }))
    .boot()
  const registry = new CommandRegistry()
  for (const command of commands) registry.add(command)
  const runner = new CommandRunner(registry, container)
  return {
    queue,
    printed,
    async run(line: string) {
      Object.assign(printed, { stdout: '', stderr: '' })
      const code = await runner.run(line === '' ? [] : line.split(' '))
      return { code, ...printed }
    },
    /** Runs `queue:work` until a condition is met. */
    async work(
      names: string[] | undefined,
      concurrency?: number,
      until: () => unknown = () => true,
    ) {
      const stop = new AbortController()
      container.get(Health).prepare((line) => process.stdout.write(`${line}\n`))
      const command = registry.find('queue:work')
      const running = command?.run([names, concurrency, stop.signal], container)
      const ended = Promise.resolve(running).catch(() => {})
      try {
        await Promise.race([ended, expect.poll(until, { interval: 5 }).toBe(true)])
      } finally {
        stop.abort()
      }
      return running
    },
  }
}

const done = (stdout: string) => ({ code: 0, stdout, stderr: '' })
const refused = (stderr: string) => ({ code: 1, stdout: '', stderr })

test('the commands have descriptions', async () => {
  const { run } = open()
  const { stdout } = await run('')
  expect(stdout.match(/^ {2}queue:.*$/gm)?.map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['queue:cancel', 'Cancel a job: remove it if it is waiting, abort it if it is running.'],
    ['queue:failed', 'List the jobs that failed permanently: id, class and message.'],
    ['queue:forget', 'Delete a failed job, or all of them.'],
    ['queue:pause', 'Stop workers from taking jobs of a queue until it is resumed.'],
    ['queue:resume', 'Let workers take the jobs of a paused queue again.'],
    ['queue:retry', 'Retry a failed job, or all of them.'],
    ['queue:stats', 'Count the jobs of each queue.'],
    ['queue:work', 'Run the jobs of the queue until the process is stopped.'],
  ])
})

test.each([
  ['cancel', ['The id of the job, as `push` returned it.']],
  ['failed', ['Print a JSON array.']],
  [
    'forget',
    [
      'The id of a failed job, or `all` for all failed jobs.',
      'Only delete jobs that failed at least this many days ago.',
    ],
  ],
  ['pause', ['The name of the queue.']],
  ['resume', ['The name of the queue.']],
  ['retry', ['The id of a failed job, or `all` for all failed jobs.']],
  ['stats', ['Print a JSON array.']],
  [
    'work',
    [
      'The queues to work on, the most urgent first: high,low; with weights: high:6,low:1. Default: `default` and the queues of all job classes.',
      'The number of jobs that may run at the same time. Default: 1.',
    ],
  ],
])('the parameters of queue:%s are described', async (name, descriptions) => {
  const { run } = open()
  const { code, stdout } = await run(`queue:${name} --help`)
  expect(code).toBe(0)
  for (const description of descriptions) expect(stdout).toContain(description)
})

test('jobs are counted, and paused queues are marked', async () => {
  const { run, queue } = open()
  expect(await run('queue:stats')).toEqual(done('There are no jobs.\n'))
  expect(await run('queue:stats --json')).toEqual(done('[]\n'))
  await queue.pushAll([new Write('a'), new Write('b')])
  await queue.push(new Write('c'), { queue: 'busy', delaySeconds: 60 })
  expect(await run('queue:pause busy')).toEqual(done('Paused: busy.\n'))
  expect(await run('queue:pause idle')).toEqual(done('Paused: idle.\n'))
  expect(await run('queue:stats')).toEqual(
    done(
      'queue          waiting  delayed  active  failed\n' +
        'busy (paused)  0        1        0       0\n' +
        'default        2        0        0       0\n' +
        'idle (paused)  0        0        0       0\n',
    ),
  )
  const none = { waiting: 0, delayed: 0, active: 0, failed: 0, oldestSeconds: 0 }
  const { stdout } = await run('queue:stats --json')
  expect(stdout).toMatch(/^\[\n {2}\{\n {4}"queue": "busy",\n/)
  expect(JSON.parse(stdout)).toEqual([
    { ...none, queue: 'busy', delayed: 1, paused: true },
    { ...none, queue: 'default', waiting: 2, oldestSeconds: expect.any(Number), paused: false },
    { ...none, queue: 'idle', paused: true },
  ])
  expect(await run('queue:resume idle')).toEqual(done('Resumed: idle.\n'))
  expect(await queue.paused()).toEqual(['busy'])
  for (const command of ['pause', 'resume']) {
    const { code, stderr } = await run(`queue:${command} a:b`)
    expect(code).toBe(2)
    expect(stderr).toContain(
      'queue: must be a name of up to 100 letters, digits, ".", "-" and "_".',
    )
  }
})

test('failed jobs are listed, retried and deleted, and waiting ones cancelled', async () => {
  const { run, queue, work } = open()
  expect(await run('queue:failed')).toEqual({
    code: 0,
    stdout: '',
    stderr: 'No job has failed.\n',
  })
  await failTwice(queue, work)
  expect(await run('queue:failed')).toEqual(done('1  Fail  No, never\n2  Fail  No\n'))
  const { stdout } = await run('queue:failed --json')
  expect(JSON.parse(stdout)).toMatchObject([{ id: '1' }, { id: '2', message: 'No' }])
  const none = 'There is no failed job 7. Run queue:failed for a list.\n'
  expect(await run('queue:retry 7')).toEqual(refused(none))
  expect(await run('queue:forget 7')).toEqual(refused(none))
  expect(await run('queue:forget 1 --days 3')).toEqual(
    refused('There is no failed job 1 from 3 or more days ago. Run queue:failed for a list.\n'),
  )
  expect(await run('queue:forget all --days 1')).toEqual(done('Failed jobs deleted: 0.\n'))
  expect(await run('queue:forget 1')).toEqual(done('Failed jobs deleted: 1.\n'))
  expect(await run('queue:retry all')).toEqual(done('Jobs to retry: 1.\n'))
  expect(await run('queue:retry all')).toEqual(done('Jobs to retry: 0.\n'))
  expect(await run('queue:cancel 2')).toEqual(done('Cancelled: 2.\n'))
  expect(await run('queue:cancel 2')).toEqual(
    refused('There is no job 2 that is waiting or running.\n'),
  )
})

test('a worker announces its queues, and prints each attempt for people', async () => {
  const connection = new DatabaseSync(':memory:')
  const { queue, printed, work } = open(new DatabaseQueue(connection), { LOG_FORMAT: 'pretty' })
  await queue.push(new Write('a'), { queue: 'high' })
  await queue.push(new Fail('no'), { queue: 'low', maxAttempts: 2, backoff: ['1ms'] })
  await new DatabaseQueue(connection).push(new Late(), { queue: 'low' })
  const isOver = () =>
    ['failed permanently', 'unknown', 'done'].every((end) => printed.stdout.includes(end))
  expect(await work(['high', 'low'], undefined, isOver)).toBe(0)
  const lines = stripVTControlCharacters(printed.stdout).trimEnd().split('\n')
  const shown = lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, '').replace(/\d+ ms/, '… ms'))
  expect(shown.toSorted()).toEqual(
    [
      'Working on high, low; concurrent jobs: 1.',
      'high Write 1 running',
      'high Write 1 done in … ms',
      'low Fail 2 running',
      'low Fail 2 failed in … ms, attempt 1, retry in 1 ms',
      'low Fail 2 running',
      'low Fail 2 failed permanently in … ms, attempt 2. To run it again: fw queue:retry 2',
      'low Late 3 running',
      'low Late 3 unknown after … ms',
    ].toSorted(),
  )
})

test.each([
  [
    ['a,b:1'],
    1,
    '--queue: give a weight between 1 and 1000 to all queues, or to no queue: high:6,low:1.',
  ],
  [
    ['a:0'],
    1,
    '--queue: give a weight between 1 and 1000 to all queues, or to no queue: high:6,low:1.',
  ],
  [
    ['a:1001'],
    1,
    '--queue: give a weight between 1 and 1000 to all queues, or to no queue: high:6,low:1.',
  ],
  [['a b'], 1, '--queue: must be names of up to 100 letters, digits, ".", "-" and "_".'],
  [['a,'], 1, '--queue: must be names of up to 100 letters, digits, ".", "-" and "_".'],
  [undefined, 0, '--concurrency: must be greater than 0.'],
])('a worker refuses the queues %o with concurrency %i', async (names, concurrency, problem) => {
  const { work } = open()
  await expect(work(names, concurrency)).rejects.toMatchObject({ problems: [problem] })
})

test('a worker needs a queue that other processes can reach', async () => {
  const { work, printed } = open(new MemoryQueue())
  expect(await work(undefined)).toBe(1)
  expect(printed.stderr).toBe(
    'Jobs are kept in memory, so this process cannot read the jobs of other processes. ' +
      'Set QUEUE_CONNECTION to database or redis, for the web server too.\n',
  )
})

/** A job of which the worker does not know the class. */
class Late implements Job {
  handle() {}
}

async function failTwice(queue: Queue, work: ReturnType<typeof open>['work']): Promise<void> {
  await queue.push(new Fail('No,\n  never'), { maxAttempts: 1 })
  await queue.push(new Fail('No'), { maxAttempts: 1 })
  await work(undefined, 1, async () => (await queue.failed()).length === 2)
}

import { Container, Logger, type LogDetails } from '@fw/core'
import {
  GiveUp,
  HeldJob,
  JobCancelled,
  JobLeaseLost,
  JobRegistry,
  MemoryQueue,
  Worker,
  type Job,
  type NewJob,
  type Outcome,
  type RunJob,
  type TakenJob,
} from '@fw/queue'
import * as exported from '@fw/queue'
import { currentContext, inContext } from '@fw/core/channels'
import { expect, test } from 'vitest'
import { Fail, Notes, Write } from './fixtures/jobs.ts'
import { Hesitate, Hopeless, Wait } from './fixtures/option-jobs.ts'

/** Records the context in which it runs. */
class Locate implements Job {
  handle(notes: Notes) {
    notes.lines.push(JSON.stringify(currentContext() ?? 'none'))
  }
}

/** Throws from `failed`, too. */
class FailTwice implements Job {
  handle() {
    throw new Error('once')
  }

  failed(_error: Error) {
    throw new Error('twice')
  }
}

/** Gives up when its signal is aborted. */
class Surrender implements Job {
  async handle(signal: AbortSignal) {
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    throw new GiveUp(`because of ${(signal.reason as Error).name}`)
  }
}

/** A custom queue that runs the jobs it is given, and then ends. */
class StubQueue extends MemoryQueue {
  readonly outcomes: Outcome[] = []
  readonly #run: (run: RunJob) => Promise<Outcome>[]

  constructor(run: (run: RunJob) => Promise<Outcome>[]) {
    super()
    this.#run = run
  }

  override async work(run: RunJob) {
    for (const outcome of this.#run(run)) this.outcomes.push(await outcome)
  }
}

class ListLogger extends Logger {
  readonly lines: [level: string, message: string, details: Record<string, unknown>][] = []

  debug() {}
  info() {}

  warn(message: string, details: LogDetails = {}) {
    this.lines.push(['warn', message, { ...details }])
  }

  error(message: string, details: LogDetails = {}) {
    this.lines.push(['error', message, { ...details }])
  }
}

function taken(job: string, data: object, changes: Partial<TakenJob> = {}): TakenJob {
  return {
    id: '7',
    job,
    payload: JSON.stringify(data),
    queue: 'default',
    attempt: 1,
    maxAttempts: 3,
    pushedAt: new Date(0),
    returns: 0,
    isCancelled: false,
    ...changes,
  }
}

async function outcomesOf(run: (run: RunJob) => Promise<Outcome>[]) {
  const queue = new StubQueue(run)
  const jobs = new JobRegistry()
  for (const type of [Fail, FailTwice, Hesitate, Hopeless, Locate, Surrender, Wait, Write]) {
    jobs.register(type)
  }
  const logger = new ListLogger()
  const notes = new Notes()
  const container = new Container()
    .instance(Logger, logger)
    .instance(Notes, notes)
    .instance(JobRegistry, jobs)
  await new Worker(queue, container.boot()).run()
  return { outcomes: queue.outcomes, logged: logger.lines, notes }
}

async function outcomeOf(job: TakenJob, held?: HeldJob) {
  const { outcomes, ...others } = await outcomesOf((run) => [run(job, held)])
  return { outcome: outcomes[0], ...others }
}

const fail = { reason: 'no' }

test.each([
  [1, 1000],
  [2, 2000],
  [3, 4000],
  [10, 512_000],
  [11, 900_000],
  [99, 900_000],
])('after attempt %i, the delay is %i ms', async (attempt, delay) => {
  const { outcome } = await outcomeOf(taken('Fail', fail, { attempt, maxAttempts: 100 }))
  expect(outcome).toMatchObject({ kind: 'retry', delay, message: 'no' })
})

test.each([
  ['Fail', ['5s', '1m'], [5000, 60_000, 60_000]],
  ['Hesitate', ['5s'], [5000, 5000, 5000]],
  ['Hesitate', undefined, [0, 400, 400]],
])('the back-off of a push precedes that of its class: %s, %o', async (job, backoff, delays) => {
  const { outcomes } = await outcomesOf((run) =>
    delays.map((_, index) =>
      run(taken(job, fail, { attempt: index + 1, maxAttempts: 9, changes: { backoff } })),
    ),
  )
  expect(outcomes).toMatchObject(delays.map((delay) => ({ kind: 'retry', delay })))
})

test.each<[TakenJob, string]>([
  [taken('Fail', fail, { attempt: 3 }), 'no'],
  [
    taken('Fail', fail, { attempt: 4 }),
    'The worker of the job died, or lost its lease, in the last of 3 attempts.',
  ],
  [taken('Hopeless', {}), 'no use'],
  [taken('Write', { line: 5 }), 'Write is not valid: line must be a string.'],
  [taken('Write', {}, { payload: '{' }), 'The stored payload is not valid JSON.'],
  [taken('Write', { line: 'a' }, { problem: 'It is torn.' }), 'It is torn.'],
  [
    taken('Write', { line: 'a' }, { changes: { timeout: 'soon' } }),
    'The stored timeout must be a duration between "1ms" and "24d".',
  ],
  [
    taken('Write', { line: 'a' }, { changes: { backoff: [] } }),
    'The stored backoff must be a list of durations such as ["10s", "1m"].',
  ],
  [
    taken('Nobody', {}, { returns: 20 }),
    'There is no class Nobody that implements Job. If it was renamed, set formerly in @JobOptions of the new class.',
  ],
])('%o fails permanently', async (job, message) => {
  const { outcome, logged, notes } = await outcomeOf(job)
  expect(outcome).toMatchObject({ kind: 'failed', message, error: { message } })
  expect(notes.lines.filter((line) => !line.startsWith('no '))).toEqual([])
  const { id, queue, attempt } = job
  expect(logged).toEqual([
    [
      'error',
      'A job failed permanently. It is kept in the list of failed jobs.',
      { error: expect.objectContaining({ message }), id, job: job.job, queue, attempt },
    ],
  ])
})

test('a failure before the last attempt is a warning', async () => {
  const { logged } = await outcomeOf(taken('Fail', fail, { attempt: 2, queue: 'slow' }))
  expect(logged).toEqual([
    [
      'warn',
      'A job failed and will be retried.',
      { error: new Error('no'), id: '7', job: 'Fail', queue: 'slow', attempt: 2 },
    ],
  ])
})

test('an error of the method "failed" is logged', async () => {
  const { outcome, logged } = await outcomeOf(taken('FailTwice', {}, { maxAttempts: 1 }))
  expect(outcome).toMatchObject({ kind: 'failed', message: 'once' })
  expect(logged.map(([level, message, details]) => [level, message, details['error']])).toEqual([
    [
      'error',
      'A job failed permanently. It is kept in the list of failed jobs.',
      new Error('once'),
    ],
    ['error', 'The method "failed" of a job threw an error.', new Error('twice')],
  ])
})

test('a job of an unknown class is released, and each class is logged once', async () => {
  const { outcomes, logged } = await outcomesOf((run) => [
    run(taken('Nobody', {})),
    run(taken('Nobody', {}, { returns: 19 })),
    run(taken('Nothing', {})),
  ])
  expect(outcomes).toEqual(Array.from({ length: 3 }, () => ({ kind: 'unknown', delay: 30_000 })))
  expect(logged.map(([level, message, details]) => [level, message, details['job']])).toEqual(
    ['Nobody', 'Nothing'].map((job) => [
      'warn',
      'This worker does not have the class of a job, so it released the job for other workers.',
      job,
    ]),
  )
})

test('a job that was cancelled does not run', async () => {
  const { outcome, logged, notes } = await outcomeOf(
    taken('Write', { line: 'a' }, { isCancelled: true }),
  )
  expect([outcome, logged, notes.lines]).toEqual([{ kind: 'cancelled' }, [], []])
})

test('the reason of an abort decides the outcome, also of the last attempt', async () => {
  const aborted = (reason: Error) => {
    const held = new HeldJob()
    held.abort(reason)
    held.abort(new Error('later'))
    expect(held.reason).toBe(reason)
    expect(held.signal.reason).toBe(reason)
    return held
  }
  const last = { maxAttempts: 1 }
  const { outcomes } = await outcomesOf((run) => [
    run(taken('Surrender', {}, last), aborted(new JobCancelled())),
    run(taken('Surrender', {}, last), aborted(new JobLeaseLost())),
    run(taken('Surrender', {}, { changes: { timeout: '1ms' } })),
    run(taken('Wait', { ends: 'quietly' }, { changes: { timeout: '1ms' } })),
    run(taken('Write', { line: 'a' }), aborted(new JobLeaseLost())),
  ])
  expect(outcomes).toMatchObject([
    { kind: 'cancelled' },
    {
      kind: 'retry',
      message: 'The lease of the job was not renewed in time, so another worker may run it.',
    },
    { kind: 'failed', message: 'because of JobTimedOut' },
    { kind: 'retry', message: 'The attempt took longer than its timeout of 1ms.' },
    { kind: 'done' },
  ])
})

test('a long message is shortened', async () => {
  const { outcome } = await outcomeOf(taken('Fail', { reason: 'x'.repeat(20_000) }))
  expect(outcome).toMatchObject({ message: expect.stringMatching(/^x{9000}/) })
  expect((outcome as { message: string }).message.length).toBeLessThanOrEqual(10_001)
})

test('the ids of a request are stored with its jobs, and are in the context of their attempts', async () => {
  const stored: NewJob[] = []
  class RecordingQueue extends MemoryQueue {
    protected override async add(job: NewJob) {
      stored.push(job)
      return super.add(job)
    }
  }
  const queue = new RecordingQueue()
  const push = () => queue.push(new Write('a'))
  await push()
  await inContext({ requestId: 'r' }, push)
  await inContext({ requestId: 'r', traceId: 't' }, push)
  await inContext({}, push)
  const metas = [undefined, { requestId: 'r' }, { requestId: 'r', traceId: 't' }, undefined]
  expect(stored.map(({ meta }) => meta)).toEqual(metas)
  const { notes } = await outcomesOf((run) =>
    metas.map((meta) => run(taken('Locate', {}, meta ? { meta } : {}))),
  )
  expect(notes.lines.map((line) => JSON.parse(line))).toEqual([
    'none',
    { job: '7', requestId: 'r' },
    { job: '7', requestId: 'r', traceId: 't' },
    'none',
  ])
})

test('a worker that cannot remove old failed jobs reports it, and runs jobs', async () => {
  class Unforgetting extends StubQueue {
    override async forget(): Promise<number> {
      throw new Error('not now')
    }
  }
  const queue = new Unforgetting((run) => [run(taken('Write', { line: 'a' }))])
  const logger = new ListLogger()
  const jobs = new JobRegistry().register(Write)
  const container = new Container()
    .instance(Logger, logger)
    .instance(Notes, new Notes())
    .instance(JobRegistry, jobs)
  await new Worker(queue, container.boot()).run()
  expect(queue.outcomes).toEqual([{ kind: 'done' }])
  expect(logger.lines).toMatchObject([
    [
      'warn',
      'Removing old failed jobs failed. Retrying in an hour.',
      { error: { message: 'not now' } },
    ],
  ])
})

test('each error has the name of its class', () => {
  const errors = Object.entries(exported).filter(([, each]) => each.prototype instanceof Error)
  expect(errors).toHaveLength(13)
  for (const [name, type] of errors) {
    expect(Reflect.construct(type, ['a', ['b'], 'c'])).toMatchObject({ name })
  }
})

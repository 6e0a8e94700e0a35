import { DatabaseSync } from 'node:sqlite'
import {
  Config,
  Container,
  JobOptions,
  UnresolvableDependency,
  UnusableType,
  ValidationFailed,
  type Class,
  type JobSettings,
} from '@fw/core'
import {
  DuplicateJob,
  InvalidJob,
  InvalidPush,
  InvalidWorker,
  JobRegistry,
  MemoryQueue,
  Worker,
  type Job,
  type PushOptions,
  type WorkerOptions,
} from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import { describe, expect, test } from 'vitest'
import { Write } from './fixtures/jobs.ts'
import { Write as OtherWrite } from './fixtures/other-write.ts'
import {
  Endless,
  Forgetful,
  ImportAnything,
  ImportTitle,
  KeepsAnything,
  NeedsNumber,
  NoJob,
  ThrowEmpty,
  Unreadable,
} from './fixtures/unusable-jobs.ts'
import { workUntilFailed } from './work-until-failed.ts'

describe('a push', () => {
  const queue = new MemoryQueue()

  test('of a job that could not be read back is rejected', async () => {
    const wrong = new Write(5 as unknown as string)
    await expect(queue.push(wrong)).rejects.toThrow(ValidationFailed)
    await expect(queue.push(wrong)).rejects.toThrow('Write is not valid: line must be a string.')
    expect(await queue.stats()).toEqual([])
  })

  test('of a job that does not keep its constructor parameters is rejected with the code to write', async () => {
    const problem = await queue.push(new Forgetful(1)).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(InvalidJob)
    expect(problem).toMatchObject({ job: 'Forgetful' })
    expect((problem as Error).message).toMatch(
      /^Forgetful \(.*unusable-jobs\.ts:\d+:\d+\): parameter "id" cannot be stored with the job, because it is not a property\. Write: constructor\(readonly id: …\)\.$/,
    )
  })

  test.for(['circular', 'deep'])('of %s data names the job and the field', async (kind) => {
    const circular: Record<string, unknown> = {}
    circular['self'] = circular
    let deep: unknown = 1
    for (let level = 0; level < 20_000; level++) deep = { deep }

    const pushed = queue.push(new KeepsAnything(1, kind === 'deep' ? deep : circular))

    await expect(pushed).rejects.toThrow(InvalidPush)
    await expect(pushed).rejects.toMatchObject({ cause: expect.any(Error) })
    await expect(pushed).rejects.toThrow(
      'Cannot push KeepsAnything: the field "data" must be data that JSON can represent: without circular references, and not nested thousands of levels deep.',
    )
  })

  test('is checked against the type argument of a generic parent', async () => {
    const wrong = new ImportTitle(5 as unknown as string)
    await expect(queue.push(wrong)).rejects.toThrow('item must be a string.')
    await expect(queue.push(new ImportAnything(5))).rejects.toThrow('"T" is a type parameter')
  })

  test('of a class that does not implement Job, or takes a rest parameter, is rejected', async () => {
    await expect(queue.push(new NoJob())).rejects.toThrow(
      'a job must implement Job and have a method handle: class NoJob implements Job.',
    )
    await expect(queue.push(new Endless('a'))).rejects.toThrow(
      '"names" cannot be a rest parameter. Use an array.',
    )
  })

  test.each<[PushOptions, string]>([
    [{ delaySeconds: -1 }, 'Cannot push Write: delaySeconds must be a number of 0 or more.'],
    [
      { delaySeconds: Number.NaN },
      'Cannot push Write: delaySeconds must be a number of 0 or more.',
    ],
    [
      { queue: 'a:b' },
      'Cannot push Write: queue must be a name of up to 100 letters, digits, ".", "-" and "_".',
    ],
    [
      { limit: 2 } as PushOptions,
      'Cannot push Write: limit must be left out: it is not supported. Give the jobs a separate queue, and run one worker for it, with --concurrency.',
    ],
    [
      { delay: 2 } as PushOptions,
      'Cannot push Write: delay must be left out: there is no such setting. The settings are delaySeconds, queue, maxAttempts, backoff, timeout, unique.',
    ],
    [
      { rate: 2 } as PushOptions,
      'Cannot push Write: rate must be left out: it is not supported. Give the jobs a separate queue, and run one worker for it, with --concurrency.',
    ],
    [{ maxAttempts: 0 }, 'Cannot push Write: maxAttempts must be a whole number of 1 or more.'],
    [{ maxAttempts: 1.5 }, 'Cannot push Write: maxAttempts must be a whole number of 1 or more.'],
    [{ queue: '' }, 'queue must be a name of up to 100 letters, digits, ".", "-" and "_".'],
    [
      { queue: 'a'.repeat(101) },
      'queue must be a name of up to 100 letters, digits, ".", "-" and "_".',
    ],
    ...[[], ['soon'], ['1s', 5], '1s'].map((backoff): [PushOptions, string] => [
      { backoff } as PushOptions,
      'Cannot push Write: backoff must be a list of durations such as ["10s", "1m"].',
    ]),
    ...['0ms', '25d', 'soon', 5].map((timeout): [PushOptions, string] => [
      { timeout } as PushOptions,
      'Cannot push Write: timeout must be a duration between "1ms" and "24d".',
    ]),
    ...[[], 'other', ['line', 'other']].map((by): [PushOptions, string] => [
      { unique: { by } },
      'Cannot push Write: unique.by must be parameters of the constructor: line.',
    ]),
    [
      { unique: { until: 'end' as 'done' } },
      'Cannot push Write: unique.until must be "done" or "started".',
    ],
  ])('refuses %o', async (options, message) => {
    const pushed = queue.push(new Write('a'), options)
    await expect(pushed).rejects.toThrow(InvalidPush)
    await expect(pushed).rejects.toThrow(message)
  })

  test.each<PushOptions>([
    { queue: 'a'.repeat(100) },
    { queue: 'A-z_0.9' },
    { timeout: '1ms' },
    { timeout: '24d' },
    { backoff: ['0ms'] },
    { maxAttempts: 1 },
    { delaySeconds: 0 },
    { unique: { by: ['line'], until: 'started' } },
  ])('accepts %o', async (options) => {
    expect(await queue.push(new Write('a'), options)).toMatch(/^\d+$/)
  })
})

test.each<[JobSettings, string]>([
  [{ name: '' }, 'name must be a string of up to 200 characters without spaces.'],
  [{ name: 'a b' }, 'name must be a string of up to 200 characters without spaces.'],
  [{ name: 'a'.repeat(201) }, 'name must be a string of up to 200 characters without spaces.'],
  [{ formerly: 'a b' }, 'formerly must be a string of up to 200 characters without spaces.'],
  [{ formerly: ['a', ''] }, 'formerly must be a string of up to 200 characters without spaces.'],
  [
    { delay: 5 } as JobSettings,
    'delay must be left out: there is no such setting. The settings are name, formerly, queue, maxAttempts, backoff, timeout, unique.',
  ],
  [{ timeout: 'soon' }, 'timeout must be a duration between "1ms" and "24d".'],
  [
    { unique: { by: 'id' } },
    'unique.by must be parameters of the constructor, which has no parameters.',
  ],
])('a class refuses the settings %o', (settings, problem) => {
  @JobOptions(settings)
  class Wrong implements Job {
    handle() {}
  }
  const register = () => new JobRegistry().register(Wrong)
  expect(register).toThrow(InvalidJob)
  expect(register).toThrow(/^Wrong \(.*jobs\.test\.ts:\d+:\d+\): @JobOptions: /)
  expect(register).toThrow(`@JobOptions: ${problem}`)
})

test('only one class may have a name, now or formerly', () => {
  @JobOptions({ name: 'a'.repeat(200), formerly: 'Write' })
  class Renamed implements Job {
    handle() {}
  }
  const jobs = new JobRegistry().register(Renamed)
  expect(jobs.find('Write')?.class).toBe(Renamed)
  expect(jobs.find('a'.repeat(200))?.class).toBe(Renamed)
  expect(jobs.find('Renamed')).toBeUndefined()
  expect(() => jobs.register(Write)).toThrow(DuplicateJob)
  expect(() => jobs.register(Write)).toThrow(expect.objectContaining({ job: 'Write' }))
})

test('only a job can have @JobOptions', () => {
  @JobOptions({ queue: 'a' })
  class Plain {}
  expect(() => new JobRegistry().register(Plain)).toThrow(
    /^Plain \(.*\): @JobOptions must be on a class with "implements Job"\. Add "implements Job", or move @JobOptions\.$/,
  )
})

test.each(['pause', 'resume'] as const)('%s requires the name of a queue', async (method) => {
  const sqlite = new DatabaseQueue(new DatabaseSync(':memory:'))
  for (const queue of [new MemoryQueue(), sqlite]) {
    await expect(async () => queue[method]('a b')).rejects.toThrow(
      new TypeError('"a b" is not a queue name. Use up to 100 letters, digits, ".", "-" and "_".'),
    )
  }
})

test('an error without a message is kept by its code, or its name', async () => {
  const queue = new MemoryQueue()
  for (const kind of ['plain', 'named', 'coded', 'several']) {
    await queue.push(new ThrowEmpty(kind), { maxAttempts: 1 })
  }
  await workUntilFailed(queue, 4)
  expect((await queue.failed()).map(({ message }) => message)).toEqual([
    'Error without a message',
    'TypeError without a message',
    'ECONNREFUSED (Error)',
    'connect ECONNREFUSED ::1:1; TypeError without a message',
  ])
})

describe('the registry of jobs', () => {
  test('contains jobs, and no other classes', () => {
    const registry = new JobRegistry().register(Write).register(NoJob)
    expect(registry.types.map(({ name }) => name)).toEqual(['Write'])
  })

  test('refuses two jobs with the same name', () => {
    const registry = new JobRegistry().register(Write)
    expect(() => registry.register(OtherWrite)).toThrow(DuplicateJob)
    expect(() => registry.register(OtherWrite)).toThrow(
      /other-write\.ts:\d+:\d+: the job Write already exists, at .*jobs\.ts:\d+:\d+\. A job is stored under the name of its class, or the name in @JobOptions\. Rename one of the two\.$/,
    )
    expect(() => registry.register(Write)).not.toThrow()
  })

  test('refuses a payload that cannot be read', () => {
    expect(() => new JobRegistry().register(Unreadable)).toThrow(UnusableType)
  })
})

describe('a worker', () => {
  test('does not start with a job whose services the container cannot create', async () => {
    const started = startWith(NeedsNumber)
    await expect(started).rejects.toThrow(UnresolvableDependency)
    await expect(started).rejects.toThrow(
      'Cannot build the arguments of NeedsNumber.handle: "id" is declared as int, which the container cannot create.',
    )
  })

  test.each<[WorkerOptions, string]>([
    [{ concurrency: 0 }, 'concurrency must be a whole number of 1 or more.'],
    [{ concurrency: 1.5 }, 'concurrency must be a whole number of 1 or more.'],
    [{ queues: [] }, 'queues must be names'],
    [{ queues: ['a b'] }, 'queues must be names'],
    [{ leaseSeconds: 0 }, 'leaseSeconds (QUEUE_LEASE_SECONDS) must be a number above 0,'],
    [{ leaseSeconds: 86_401 }, 'a number above 0, and at most 86400.'],
    [{ leaseSeconds: Number.NaN }, 'a number above 0, and at most 86400.'],
    [{ queues: ['a', 'b'], weights: [1] }, 'weights must be numbers above 0, one for each queue.'],
    [{ queues: ['a'], weights: [0] }, 'weights must be numbers above 0, one for each queue.'],
    [
      { queues: ['a'], weights: [Infinity] },
      'weights must be numbers above 0, one for each queue.',
    ],
  ])('refuses %o', async (options, message) => {
    const started = startWith(Write, options)
    await expect(started).rejects.toThrow(InvalidWorker)
    await expect(started).rejects.toThrow(message)
  })

  test.each([
    [{ QUEUE_KEEP_FAILED_DAYS: '-1' }, 'QUEUE_KEEP_FAILED_DAYS must be a number of 0 or more.'],
    [
      { QUEUE_LEASE_SECONDS: '0' },
      'leaseSeconds (QUEUE_LEASE_SECONDS) must be a number above 0, and at most 86400.',
    ],
  ])('refuses the configuration %o', async (settings, message) => {
    const started = startWith(Write, {}, settings)
    await expect(started).rejects.toThrow(`Cannot start a worker: ${message}`)
  })

  test('accepts the limits', async () => {
    await startWith(Write, {
      leaseSeconds: 86_400,
      concurrency: 1,
      queues: ['default'],
      weights: [0.1],
    })
    await startWith(Write, {}, { QUEUE_KEEP_FAILED_DAYS: '0', QUEUE_LEASE_SECONDS: '0.5' })
  })
})

function startWith(job: Class<Job>, options?: WorkerOptions, settings = {}): Promise<void> {
  const container = new Container()
    .instance(JobRegistry, new JobRegistry().register(job))
    .instance(Config, Config.of(settings))
    .boot()
  return new Worker(new MemoryQueue(), container, options).run(AbortSignal.abort())
}

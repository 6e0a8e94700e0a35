import {
  Container,
  UnresolvableDependency,
  UnusableType,
  ValidationFailed,
  type Class,
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
      /^Forgetful \(.*unusable-jobs\.ts:\d+:\d+\): the job has no property "id", but the constructor parameters are stored\. Write: constructor\(readonly id: …\)\.$/,
    )
  })

  test.for(['circular', 'deep'])('of %s data names the job and the field', async (kind) => {
    const circular: Record<string, unknown> = {}
    circular['self'] = circular
    let deep: unknown = 1
    for (let level = 0; level < 20_000; level++) deep = { deep }

    const pushed = queue.push(new KeepsAnything(1, kind === 'deep' ? deep : circular))

    await expect(pushed).rejects.toThrow(InvalidPush)
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
      'Cannot push Write: queue must be a name of letters, digits, ".", "-" and "_".',
    ],
    [
      { limit: 2 } as PushOptions,
      'Cannot push Write: limit must be left out: it is not supported. Give the jobs their own queue, and run one worker for it, with --concurrency.',
    ],
    [
      { delay: 2 } as PushOptions,
      'Cannot push Write: delay must be left out: there is no such setting. The settings are delaySeconds, queue, maxAttempts, backoff, timeout, unique.',
    ],
    [{ maxAttempts: 0 }, 'Cannot push Write: maxAttempts must be a whole number of 1 or more.'],
  ])('refuses %o', async (options, message) => {
    const pushed = queue.push(new Write('a'), options)
    await expect(pushed).rejects.toThrow(InvalidPush)
    await expect(pushed).rejects.toThrow(message)
  })
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
      /other-write\.ts:\d+:\d+: the job Write already exists, at .*jobs\.ts:\d+:\d+\. A job is stored under the name of its class, or that of @JobOptions\. Rename one of the two\.$/,
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
      'Cannot build the arguments of NeedsNumber.handle: "id" is declared as int, but the container only creates objects of classes.',
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
  ])('refuses %o', async (options, message) => {
    const started = startWith(Write, options)
    await expect(started).rejects.toThrow(InvalidWorker)
    await expect(started).rejects.toThrow(message)
  })
})

function startWith(job: Class<Job>, options?: WorkerOptions): Promise<void> {
  const container = new Container().instance(JobRegistry, new JobRegistry().register(job)).boot()
  return new Worker(new MemoryQueue(), container, options).run(AbortSignal.abort())
}

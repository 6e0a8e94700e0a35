import type { Logger } from 'fw'
import {
  currentContext,
  keepValues,
  queuePushes,
  type JobMeta,
  type QueuePushMessage,
} from 'fw/channels'
import { InvalidPush } from './errors.ts'
import type { HeldJob } from './held-job.ts'
import type { Job, JobClass } from './job.ts'
import { JobRegistry } from './job-registry.ts'
import {
  checkNames,
  checkSettings,
  defaultQueue,
  type CheckedSettings,
  type JobChanges,
} from './job-settings.ts'
import type { JobType } from './job-type.ts'

/** What holds for one job, whatever its class says. */
export interface PushOptions extends JobChanges {
  /** How long the job waits before it may start; 0 when left out. */
  readonly delaySeconds?: number
}

/** What a push said otherwise, for the worker to know. */
export interface StoredChanges {
  readonly backoff?: readonly string[] | undefined
  readonly timeout?: string | undefined
}

/** A job to be stored. */
export interface NewJob {
  /** The name of its class. */
  readonly job: string
  /** JSON of the constructor parameters. */
  readonly payload: string
  readonly queue: string
  /** In milliseconds. */
  readonly delay: number
  readonly maxAttempts: number
  /** What is carried to its attempts. */
  readonly meta?: JobMeta
  /** No second job has it until this one is done or failed for good; until it starts where it begins with `started:`. */
  readonly uniqueKey: string | undefined
  readonly changes?: StoredChanges
}

/** A job that a worker has taken. */
export interface TakenJob {
  readonly id: string
  readonly job: string
  readonly payload: string
  readonly queue: string
  /** Counted from 1. */
  readonly attempt: number
  readonly maxAttempts: number
  /** What was carried along with the push. */
  readonly meta?: Readonly<JobMeta>
  readonly pushedAt: Date
  /** How often workers gave it back because they did not know its class. */
  readonly returns: number
  /** Whether somebody cancelled it while a worker held it that has died since. */
  readonly isCancelled: boolean
  readonly changes?: StoredChanges
  /** What is wrong with the stored row, so that the job cannot run. */
  readonly problem?: string
}

/** A job that has used up its attempts. */
export interface FailedJob {
  readonly id: string
  readonly job: string
  readonly queue: string
  readonly attempts: number
  /** That of the last error. */
  readonly message: string
  readonly failedAt: Date
}

/** How many jobs of a queue are in which state. */
export interface QueueStats {
  readonly queue: string
  readonly waiting: number
  readonly delayed: number
  readonly active: number
  readonly failed: number
  /** How long the job that is due for longest has waited, in seconds; 0 where none waits. */
  readonly oldestSeconds: number
}

/** What became of an attempt. */
export type Outcome =
  | { readonly kind: 'done' }
  | ({ readonly kind: 'retry'; /** In milliseconds. */ readonly delay: number } & Failure)
  | ({ readonly kind: 'failed' } & Failure)
  /** It was told to end, and goes. */
  | { readonly kind: 'cancelled' }
  /** It goes back for another worker, and the attempt does not count. */
  | { readonly kind: 'unknown'; /** In milliseconds. */ readonly delay: number }

interface Failure {
  readonly error: Error
  /** That of the error, in a form that can be stored. */
  readonly message: string
}

/** Runs a job; never rejects. Whoever holds its lease says by `held` when the attempt should end. */
export type RunJob = (job: TakenJob, held?: HeldJob) => Promise<Outcome>

/** The options of `work`. */
export interface WorkOptions {
  /** The most urgent first: later ones wait while earlier ones have jobs. */
  readonly queues: readonly string[]
  /** One for each queue: how often it comes first, in proportion. When left out the first always does. */
  readonly weights?: readonly number[] | undefined
  /** How many jobs may run at the same time. */
  readonly concurrency: number
  /** How long after it last renewed its leases a worker counts as dead. */
  readonly leaseSeconds: number
  readonly logger: Logger
  /** Aborted when no further job may be taken. */
  readonly signal: AbortSignal
}

/** Where jobs wait for a worker. */
export abstract class Queue {
  /** The classes that were pushed here. A worker of the same process knows them without discovery. */
  readonly jobs = new JobRegistry()

  /** Stores a job for a worker and gives its id. Throws where it could not be read again. */
  async push(job: Job, options?: PushOptions): Promise<string> {
    return tellPush(this.toStored(job, options), (stored) => this.add(stored))
  }

  /** Stores jobs, all or none (on Redis: of each queue), and gives their ids. Throws where one could not be read again. */
  async pushAll(jobs: readonly Job[], options?: PushOptions): Promise<string[]> {
    const stored = jobs.map((job) => this.toStored(job, options))
    return tellPushes(stored, (told) => this.addAll(told))
  }

  /** The queues that hold jobs. */
  abstract stats(): Promise<QueueStats[]>

  /** The jobs that used up their attempts, the oldest failure first. */
  abstract failed(): Promise<FailedJob[]>

  /** Gives a failed job, or all of them, another round of attempts. Tells how many there were. */
  abstract retry(id: string | 'all'): Promise<number>

  /** Forgets a failed job, or all that failed so many days ago. Tells how many there were. */
  abstract forget(id: string | 'all', days?: number): Promise<number>

  /** Lets no worker take jobs of a queue until it is resumed. Those that run go on. */
  abstract pause(queue: string): Promise<void>

  abstract resume(queue: string): Promise<void>

  /** The queues that are paused. */
  abstract paused(): Promise<string[]>

  /**
   * Removes a job that waits. One that runs sees its `AbortSignal` abort at the next renewal of its lease, and is not
   * tried again. Tells whether there was one.
   */
  abstract cancel(id: string): Promise<boolean>

  /** Runs jobs until the signal is aborted and the last one has ended. `Worker` calls it. */
  abstract work(run: RunJob, options: WorkOptions): Promise<void>

  /** Closes what the queue has opened. */
  abstract close(): Promise<void>

  protected abstract add(job: NewJob): Promise<string>

  /** Stores jobs, all or none, on Redis of each queue. */
  protected abstract addAll(jobs: readonly NewJob[]): Promise<string[]>

  /** How a job is stored. */
  protected toStored(job: Job, options?: PushOptions): NewJob {
    const type = this.jobs.of(job.constructor as JobClass)
    const pushed = options && checkPush(type, options)
    const payload = type.write(job)
    const { settings } = type
    return {
      job: type.name,
      payload,
      queue: pushed?.queue ?? settings.queue ?? defaultQueue,
      delay: Math.round((options?.delaySeconds ?? 0) * 1000),
      maxAttempts: pushed?.maxAttempts ?? settings.maxAttempts ?? 3,
      uniqueKey: type.uniqueKey(payload, pushed?.unique ?? settings.unique),
      ...(pushed?.changes && { changes: pushed.changes }),
      ...carried(),
    }
  }
}

function checkPush(
  type: JobType,
  options: PushOptions,
): CheckedSettings & { readonly changes: StoredChanges | undefined } {
  const { delaySeconds = 0, backoff, timeout } = options
  const refuse = (option: string, expected: string) => new InvalidPush(type.name, option, expected)
  checkNames(options, ['delaySeconds'], refuse)
  if (!Number.isFinite(delaySeconds) || delaySeconds < 0) {
    throw refuse('delaySeconds', 'a number of 0 or more')
  }
  const changes = backoff || timeout ? { backoff, timeout } : undefined
  return { ...checkSettings(options, type.fields, refuse), changes }
}

/** What names the request that pushes, where requests have ids. */
function carried(): { readonly meta?: JobMeta } {
  const { requestId, traceId } = currentContext() ?? {}
  return requestId === undefined ? {} : { meta: { requestId, ...(traceId && { traceId }) } }
}

/** Stores a job, and tells `fw.queue.push`, whose subscribers may add to what is carried along. */
export function tellPush(
  stored: NewJob,
  add: (stored: NewJob) => Promise<string>,
): Promise<string> {
  if (!queuePushes.hasSubscribers) return add(stored)
  const { queue, job, meta = {} } = stored
  const message: QueuePushMessage = { queue, job, attempt: 0, meta }
  return queuePushes.run(keepValues(message, stored.payload), async () => {
    message.outcome = 'failed'
    message.id = await add({ ...stored, meta })
    message.outcome = 'pushed'
    return message.id
  })
}

/** As `tellPush`, for jobs that are stored together. */
export async function tellPushes(
  stored: readonly NewJob[],
  add: (stored: readonly NewJob[]) => Promise<string[]>,
): Promise<string[]> {
  if (!queuePushes.hasSubscribers) return add(stored)
  const added = Promise.withResolvers<string[]>()
  const told: NewJob[] = []
  const ids = stored.map((job, index) =>
    tellPush(job, async (each) => {
      told[index] = each
      return (await added.promise)[index] ?? ''
    }),
  )
  add(told).then(added.resolve, added.reject)
  return Promise.all(ids)
}

import type { Logger } from '@fw/core'
import {
  currentContext,
  keepValues,
  queuePushes,
  type JobMeta,
  type QueuePushMessage,
} from '@fw/core/channels'
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

/** Options for a push, which override the settings of the class. */
export interface PushOptions extends JobChanges {
  /** The delay before the job may start, in seconds. Default: 0. */
  readonly delaySeconds?: number
}

/** The settings of a push that are stored with the job and used by the worker. */
export interface StoredChanges {
  readonly backoff?: readonly string[] | undefined
  readonly timeout?: string | undefined
}

/** A job that is about to be stored. */
export interface NewJob {
  /** The name of the job: the option `name` of `@JobOptions`, or the name of its class. */
  readonly job: string
  /** The constructor parameters as JSON. */
  readonly payload: string
  readonly queue: string
  /** The delay in milliseconds. */
  readonly delay: number
  readonly maxAttempts: number
  /** Metadata that is passed to the attempts of the job. */
  readonly meta?: JobMeta
  /**
   * Until this job is done or has failed permanently, no other job can have this key. If the key begins with
   * `started:`, only until this job starts.
   */
  readonly uniqueKey: string | undefined
  readonly changes?: StoredChanges
}

/** A job that a worker has taken. */
export interface TakenJob {
  readonly id: string
  readonly job: string
  readonly payload: string
  readonly queue: string
  /** The number of the attempt, starting at 1. */
  readonly attempt: number
  readonly maxAttempts: number
  /** The metadata of the push. */
  readonly meta?: Readonly<JobMeta>
  readonly pushedAt: Date
  /**
   * The number of times that workers released the job without running it, for example because they did not have its
   * class.
   */
  readonly returns: number
  /** True if the job was cancelled during an earlier attempt. */
  readonly isCancelled: boolean
  readonly changes?: StoredChanges
  /** A problem with the stored row that prevents the job from running. */
  readonly problem?: string
}

/** A job that has failed permanently. */
export interface FailedJob {
  readonly id: string
  readonly job: string
  readonly queue: string
  readonly attempts: number
  /** The message of the last error. */
  readonly message: string
  readonly failedAt: Date
}

/** The number of jobs in each state, for one queue. */
export interface QueueStats {
  readonly queue: string
  readonly waiting: number
  readonly delayed: number
  readonly active: number
  readonly failed: number
  /** The time that the oldest due job has been waiting, in seconds; 0 if no job is waiting. */
  readonly oldestSeconds: number
}

/** The result of an attempt. */
export type Outcome =
  | { readonly kind: 'done' }
  | ({ readonly kind: 'retry'; /** The delay in milliseconds. */ readonly delay: number } & Failure)
  | ({ readonly kind: 'failed' } & Failure)
  /** The job was cancelled and will be removed. */
  | { readonly kind: 'cancelled' }
  /** The job is released for other workers, and the attempt does not count. */
  | { readonly kind: 'unknown'; /** The delay in milliseconds. */ readonly delay: number }

interface Failure {
  readonly error: Error
  /** The error message, in a form that every store accepts. */
  readonly message: string
}

/** Runs a job. Never rejects. `held` can abort the attempt. */
export type RunJob = (job: TakenJob, held?: HeldJob) => Promise<Outcome>

/** Options for `work`. */
export interface WorkOptions {
  /** The queues, the most urgent first: later queues wait while earlier ones have jobs. */
  readonly queues: readonly string[]
  /**
   * The weights of the queues: the probability that the worker takes jobs of a queue first is proportional to its
   * weight. Without weights, the first queue always comes first.
   */
  readonly weights?: readonly number[] | undefined
  /** The number of jobs that may run at the same time. */
  readonly concurrency: number
  /** The time after which a worker that does not renew its leases counts as dead, in seconds. */
  readonly leaseSeconds: number
  readonly logger: Logger
  /** The signal to stop the worker. After it is aborted, no further jobs are taken. */
  readonly signal: AbortSignal
}

/** Stores jobs until a worker runs them. */
export abstract class Queue {
  /** The job classes pushed to this queue. A worker in the same process finds them without discovery. */
  readonly jobs = new JobRegistry()

  /**
   * Stores a job and returns its id. If another job has the same unique key, returns the id of that job. Throws,
   * without storing the job, if an option is invalid, or if a worker could not deserialize the job.
   */
  async push(job: Job, options?: PushOptions): Promise<string> {
    return publishPush(this.toStored(job, options), (stored) => this.add(stored))
  }

  /**
   * Stores several jobs and returns their ids. Stores all of them or none; on Redis, this applies to
   * each queue separately. Throws if an option is invalid, or if a job could not be read back.
   */
  async pushAll(jobs: readonly Job[], options?: PushOptions): Promise<string[]> {
    const stored = jobs.map((job) => this.toStored(job, options))
    return publishPushes(stored, (published) => this.addAll(published))
  }

  /** Returns the statistics of all queues that contain jobs. */
  abstract stats(): Promise<QueueStats[]>

  /** Returns the jobs that have failed permanently, the oldest failure first. */
  abstract failed(): Promise<FailedJob[]>

  /**
   * Queues a failed job, or all of them, again, and resets their attempts to 0. Returns the number
   * of jobs.
   */
  abstract retry(id: string | 'all'): Promise<number>

  /** Deletes a failed job, or all of them, but only if they failed at least `days` ago. Returns the number of jobs. */
  abstract forget(id: string | 'all', days?: number): Promise<number>

  /** Stops workers from taking jobs of a queue until it is resumed. Running jobs continue. */
  abstract pause(queue: string): Promise<void>

  abstract resume(queue: string): Promise<void>

  /** Returns the names of the paused queues. */
  abstract paused(): Promise<string[]>

  /**
   * Removes a waiting job. For a running job, its `AbortSignal` is aborted at the next renewal of its lease, and it is
   * not retried. Returns false if there is no such waiting or running job.
   */
  abstract cancel(id: string): Promise<boolean>

  /** Runs jobs until the signal is aborted and the last one has ended. `Worker` calls this method. */
  abstract work(run: RunJob, options: WorkOptions): Promise<void>

  /** Closes the connections that the queue has opened. */
  abstract close(): Promise<void>

  protected abstract add(job: NewJob): Promise<string>

  /** Stores all of the jobs or none; on Redis, this applies to each queue separately. */
  protected abstract addAll(jobs: readonly NewJob[]): Promise<string[]>

  /** Serializes a job and checks the options. */
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
      ...requestMeta(),
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

/** Returns the ids of the current request, if requests have ids, to store them with the job. */
function requestMeta(): { readonly meta?: JobMeta } {
  const { requestId, traceId } = currentContext() ?? {}
  return requestId === undefined ? {} : { meta: { requestId, ...(traceId && { traceId }) } }
}

/** Stores a job, and publishes the push to `fw.queue.push`. Subscribers may add to the job's metadata. */
export function publishPush(
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

/** Stores several jobs together, and publishes each push to `fw.queue.push`. */
export async function publishPushes(
  stored: readonly NewJob[],
  add: (stored: readonly NewJob[]) => Promise<string[]>,
): Promise<string[]> {
  if (!queuePushes.hasSubscribers) return add(stored)
  const added = Promise.withResolvers<string[]>()
  const published: NewJob[] = []
  const ids = stored.map((job, index) =>
    publishPush(job, async (each) => {
      published[index] = each
      return (await added.promise)[index] ?? ''
    }),
  )
  add(published).then(added.resolve, added.reject)
  return Promise.all(ids)
}

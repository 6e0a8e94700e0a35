import type { Logger } from 'fw'
import { queuePushes, type JobMeta, type QueuePushMessage } from 'fw/channels'
import { InvalidPush } from './errors.ts'
import type { Job, JobClass } from './job.ts'
import { JobRegistry } from './job-registry.ts'

export interface PushOptions {
  /** How long the job waits before it may start; 0 when left out. */
  readonly delaySeconds?: number
  /** The queue it waits in: letters, digits, `.`, `-` and `_`. `default` when left out. */
  readonly queue?: string
  /** How often it is tried before it is kept as failed; 3 when left out. */
  readonly maxAttempts?: number
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
}

/** What became of an attempt. */
export type Outcome =
  | { readonly kind: 'done' }
  | ({ readonly kind: 'retry'; /** In milliseconds. */ readonly delay: number } & Failure)
  | ({ readonly kind: 'failed' } & Failure)

interface Failure {
  readonly error: Error
  /** That of the error, in a form that can be stored. */
  readonly message: string
}

/** Runs a job; never rejects. */
export type RunJob = (job: TakenJob) => Promise<Outcome>

/** The options of `work`. */
export interface WorkOptions {
  /** The most urgent first: later ones wait while earlier ones have jobs. */
  readonly queues: readonly string[]
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

  /** The queues that hold jobs. */
  abstract stats(): Promise<QueueStats[]>

  /** The jobs that used up their attempts, the oldest failure first. */
  abstract failed(): Promise<FailedJob[]>

  /** Gives a failed job, or all of them, another round of attempts. Tells how many there were. */
  abstract retry(id: string | 'all'): Promise<number>

  /** Runs jobs until the signal is aborted and the last one has ended. `Worker` calls it. */
  abstract work(run: RunJob, options: WorkOptions): Promise<void>

  /** Closes what the queue has opened. */
  abstract close(): Promise<void>

  protected abstract add(job: NewJob): Promise<string>

  /** How a job is stored. */
  protected toStored(job: Job, options: PushOptions = {}): NewJob {
    const type = this.jobs.of(job.constructor as JobClass)
    const { delaySeconds = 0, queue = 'default', maxAttempts = 3 } = options
    checkPush(type.name, { delaySeconds, queue, maxAttempts })
    return {
      job: type.name,
      payload: type.write(job),
      queue,
      delay: Math.round(delaySeconds * 1000),
      maxAttempts,
    }
  }
}

/** Stores a job, and tells `fw.queue.push`, whose subscribers may add to what is carried along. */
export function tellPush(
  stored: NewJob,
  add: (stored: NewJob) => Promise<string>,
): Promise<string> {
  if (!queuePushes.hasSubscribers) return add(stored)
  const { queue, job, meta = {} } = stored
  const message: QueuePushMessage = { queue, job, attempt: 0, meta }
  return queuePushes.run(message, async () => {
    message.outcome = 'failed'
    message.id = await add({ ...stored, meta })
    message.outcome = 'pushed'
    return message.id
  })
}

function checkPush(job: string, options: Required<PushOptions>): void {
  const { delaySeconds, queue, maxAttempts } = options
  if (!Number.isFinite(delaySeconds) || delaySeconds < 0) {
    throw new InvalidPush(job, 'delaySeconds', 'a number of 0 or more')
  }
  if (!isQueueName(queue)) {
    throw new InvalidPush(job, 'queue', 'a name of letters, digits, ".", "-" and "_"')
  }
  if (!Number.isSafeInteger(maxAttempts) || maxAttempts < 1) {
    throw new InvalidPush(job, 'maxAttempts', 'a whole number of 1 or more')
  }
}

export function isQueueName(name: unknown): name is string {
  return typeof name === 'string' && /^[\w.-]{1,100}$/.test(name)
}

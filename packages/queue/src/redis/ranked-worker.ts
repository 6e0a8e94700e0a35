import {
  DelayedError,
  UnrecoverableError,
  WaitingError,
  Worker,
  type ConnectionOptions,
  type Job,
  type JobJson,
} from 'bullmq'
import { HeldJobs } from '../leases/held-jobs.ts'
import type { Outcome, RunJob, TakenJob, WorkOptions } from '../queue.ts'
import type { PrioritySemaphore } from './priority-semaphore.ts'
import { readStoredMeta } from '../stored-meta.ts'
import { cancelledField, type StoredOptions } from './stored-options.ts'

export interface RankedWorkerOptions {
  readonly connection: ConnectionOptions
  readonly prefix: string
  readonly work: WorkOptions
  /** Shared by the workers of several queues, to limit the total number of running jobs. */
  readonly semaphore: PrioritySemaphore | undefined
  /** The rank of the queue; the most urgent queue has rank 0. */
  readonly rank: number
}

/** A BullMQ worker for one queue. */
export class RankedWorker extends Worker {
  readonly #semaphore: PrioritySemaphore | undefined
  readonly #holders = new WeakSet<Job>()
  readonly #held: HeldJobs
  readonly #expiry: NodeJS.Timeout

  constructor(
    queue: string,
    run: RunJob,
    { connection, prefix, work, semaphore, rank }: RankedWorkerOptions,
  ) {
    const lease = work.leaseSeconds * 1000
    super(
      queue,
      async (job: Job, token?: string) => {
        if (semaphore && !(await this.#acquire(job, token, semaphore, rank))) {
          throw new WaitingError()
        }
        const held = this.#held.start(job.id ?? '', performance.now())
        try {
          await conclude(await run(await this.#toTaken(job, queue), held), job, token)
        } finally {
          this.#held.end(job.id ?? '')
        }
      },
      {
        connection,
        prefix,
        concurrency: work.concurrency,
        autorun: false,
        lockDuration: lease,
        stalledInterval: lease / 2,
        // A job's `maxAttempts` limits how often its worker may die.
        maxStalledCount: Number.MAX_SAFE_INTEGER,
        settings: { backoffStrategy: (_made, _type, error) => (error as AttemptFailed).delay },
      },
    )
    this.#semaphore = semaphore
    this.#held = new HeldJobs(lease)
    this.#expiry = setInterval(() => this.#held.expire(performance.now()), lease / 3)
    this.on('lockRenewalFailed', (ids) => this.#held.settle(ids, [], performance.now()))
    this.on('locksRenewed', ({ jobIds }) => void this.#settle(jobIds))
  }

  override async close(force?: boolean): Promise<void> {
    await this.#nextAttempt()
    await super.close(force)
    clearInterval(this.#expiry)
  }

  /**
   * If the connection is waiting to reconnect, waits until it tries. If a connection is closed before that, ioredis
   * never reports its end, and BullMQ would wait for it.
   */
  async #nextAttempt(): Promise<void> {
    const client = await this.backend.blockingClient
    if (client?.status !== 'reconnecting') return
    await new Promise((resolve) => client.once('connecting', resolve))
  }

  /**
   * Releases the semaphore only after the next job is fetched, so that no job of a less urgent queue runs in between.
   */
  override async processJob(...[job, token, fetchNext]: Parameters<Worker['processJob']>) {
    const next = await super.processJob(job, token, fetchNext)
    if (this.#holders.has(job)) setImmediate(() => this.#semaphore?.release())
    return next
  }

  /** Converts data that is not JSON to a string, so that the job can be read, rejected and kept. */
  protected override createJob(data: JobJson, id: string): Job {
    try {
      return super.createJob(data, id)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      return super.createJob({ ...data, data: JSON.stringify(data.data) }, id)
    }
  }

  async #settle(ids: string[]): Promise<void> {
    const since = performance.now()
    try {
      const asked = ids.map(async (id) => ({ id, isCancelled: await this.#isCancelled(id) }))
      this.#held.settle(ids, await Promise.all(asked), since)
    } catch (error) {
      this.emit('error', error as Error)
    }
  }

  async #isCancelled(id: string): Promise<boolean> {
    const client = await this.getBackend().client
    return (await client.hexists(this.toKey(id), cancelledField)) === 1
  }

  async #toTaken(job: Job, queue: string): Promise<TakenJob> {
    if (typeof job.data === 'string') await job.updateData(job.data)
    if (job.deduplicationId?.startsWith('started:')) await job.removeDeduplicationKey()
    return {
      id: `${queue}/${job.id}`,
      job: job.name,
      payload: JSON.stringify(job.data),
      queue,
      attempt: job.attemptsMade + job.stalledCounter + 1,
      maxAttempts: job.opts.attempts ?? 1,
      pushedAt: new Date(job.timestamp),
      returns: returnsOf(job),
      // Waiting jobs do not need this check, because they are removed when they are cancelled.
      isCancelled: job.stalledCounter > 0 && (await this.#isCancelled(job.id ?? '')),
      ...readStoredMeta((job.opts as StoredOptions).meta),
    }
  }

  async #acquire(
    job: Job,
    token: string | undefined,
    semaphore: PrioritySemaphore,
    rank: number,
  ): Promise<boolean> {
    if (await semaphore.acquire(rank)) {
      this.#holders.add(job)
      return true
    }
    await job.moveToWait(token)
    return false
  }
}

/**
 * Returns how often workers have released the job. The number is stored as the job's progress, which fw does not use
 * otherwise.
 */
function returnsOf({ progress }: Job): number {
  return typeof progress === 'number' ? progress : 0
}

/** Reports the outcome of a job to BullMQ by throwing the corresponding error. */
async function conclude(outcome: Outcome, job: Job, token: string | undefined): Promise<void> {
  if (outcome.kind === 'retry') throw new AttemptFailed(outcome.message, outcome.delay)
  if (outcome.kind === 'failed') throw new UnrecoverableError(outcome.message)
  if (outcome.kind === 'unknown') {
    await job.updateProgress(returnsOf(job) + 1)
    await job.moveToDelayed(Date.now() + outcome.delay, token)
    throw new DelayedError()
  }
}

/** BullMQ treats errors with certain names differently, so it never gets the original errors of jobs. */
class AttemptFailed extends Error {
  override readonly name = 'AttemptFailed'
  /** The delay in milliseconds. */
  readonly delay: number

  constructor(message: string, delay: number) {
    super(message)
    this.delay = delay
  }
}

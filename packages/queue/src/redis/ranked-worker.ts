import {
  DelayedError,
  UnrecoverableError,
  WaitingError,
  Worker,
  type ConnectionOptions,
  type Job,
  type JobJson,
} from 'bullmq'
import { JobLeases } from '../leases/job-leases.ts'
import type { Outcome, RunJob, TakenJob, WorkOptions } from '../queue.ts'
import type { PrioritySemaphore } from './priority-semaphore.ts'
import { readStoredMeta } from '../stored-meta.ts'
import { cancelledField, type StoredOptions } from './stored-options.ts'

export interface RankedWorkerOptions {
  readonly connection: ConnectionOptions
  readonly prefix: string
  readonly work: WorkOptions
  /** The semaphore that the workers of several queues share, to limit the total number of running jobs. */
  readonly semaphore: PrioritySemaphore | undefined
  /** The rank of the queue; the most urgent queue has rank 0. */
  readonly rank: number
}

/** A BullMQ worker for one queue. */
export class RankedWorker extends Worker {
  readonly #semaphore: PrioritySemaphore | undefined
  readonly #acquiredJobs = new WeakSet<Job>()
  readonly #leases: JobLeases
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
        const held = this.#leases.add(job.id ?? '', performance.now())
        try {
          await reportOutcome(await run(await this.#toTaken(job, queue), held), job, token)
        } finally {
          this.#leases.remove(job.id ?? '')
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
    this.#leases = new JobLeases(lease)
    this.#expiry = setInterval(() => this.#leases.expire(performance.now()), lease / 3)
    this.on('lockRenewalFailed', (ids) => this.#leases.applyRenewal(ids, [], performance.now()))
    this.on('locksRenewed', ({ jobIds }) => void this.#applyRenewal(jobIds))
  }

  override async close(force?: boolean): Promise<void> {
    await this.#waitForReconnect()
    await super.close(force)
    clearInterval(this.#expiry)
  }

  /**
   * If the connection is waiting to reconnect, waits until it tries. If it is closed before that,
   * ioredis does not report that it has ended, and BullMQ would wait for that report indefinitely.
   */
  async #waitForReconnect(): Promise<void> {
    const client = await this.backend.blockingClient
    if (client?.status !== 'reconnecting') return
    await new Promise((resolve) => client.once('connecting', resolve))
  }

  /**
   * Releases the semaphore only after the next job is fetched, so that no job of a less urgent queue runs in between.
   */
  override async processJob(...[job, token, fetchNext]: Parameters<Worker['processJob']>) {
    const next = await super.processJob(job, token, fetchNext)
    if (this.#acquiredJobs.has(job)) setImmediate(() => this.#semaphore?.release())
    return next
  }

  /** Converts data that is not JSON to a string, so that the job can be read and kept as failed. */
  protected override createJob(data: JobJson, id: string): Job {
    try {
      return super.createJob(data, id)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      return super.createJob({ ...data, data: JSON.stringify(data.data) }, id)
    }
  }

  async #applyRenewal(ids: string[]): Promise<void> {
    const since = performance.now()
    try {
      const checks = ids.map(async (id) => ({ id, isCancelled: await this.#isCancelled(id) }))
      this.#leases.applyRenewal(ids, await Promise.all(checks), since)
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
    const attempt = job.attemptsMade + job.stalledCounter + 1
    const returns = returnsOf(job)
    return {
      id: `${queue}/${job.id}`,
      job: job.name,
      payload: JSON.stringify(job.data),
      queue,
      attempt,
      maxAttempts: job.opts.attempts ?? 1,
      pushedAt: new Date(job.timestamp),
      returns,
      // A job that has not run does not need this check, because cancelling removes it.
      isCancelled: attempt + returns > 1 && (await this.#isCancelled(job.id ?? '')),
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
      this.#acquiredJobs.add(job)
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

/** Reports the outcome of a job to BullMQ: throws the corresponding error, unless the job is done or cancelled. */
async function reportOutcome(outcome: Outcome, job: Job, token: string | undefined): Promise<void> {
  if (outcome.kind === 'retry') throw new AttemptFailed(outcome.message, outcome.delay)
  if (outcome.kind === 'failed') throw new UnrecoverableError(outcome.message)
  if (outcome.kind === 'unknown') {
    await job.updateProgress(returnsOf(job) + 1)
    await job.moveToDelayed(Date.now() + outcome.delay, token)
    throw new DelayedError()
  }
}

/**
 * Thrown to BullMQ if an attempt failed and will be retried. BullMQ treats errors with certain names differently, so it
 * never gets the original errors of jobs.
 */
class AttemptFailed extends Error {
  override readonly name = 'AttemptFailed'
  /** The delay in milliseconds. */
  readonly delay: number

  constructor(message: string, delay: number) {
    super(message)
    this.delay = delay
  }
}

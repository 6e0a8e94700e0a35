import {
  UnrecoverableError,
  WaitingError,
  Worker,
  type Job,
  type JobJson,
  type RedisOptions,
} from 'bullmq'
import type { Outcome, RunJob, TakenJob, WorkOptions } from '../queue.ts'
import type { PrioritySemaphore } from './priority-semaphore.ts'

export interface RankedWorkerOptions {
  readonly connection: RedisOptions
  readonly prefix: string
  readonly work: WorkOptions
  /** Shared by the workers of several queues: all of their jobs together count as running at once. */
  readonly semaphore: PrioritySemaphore | undefined
  /** The most urgent queue has 0. */
  readonly rank: number
}

/** BullMQ's worker of one queue. */
export class RankedWorker extends Worker {
  readonly #semaphore: PrioritySemaphore | undefined
  readonly #holders = new WeakSet<Job>()

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
        conclude(await run(await toTaken(job, queue)))
      },
      {
        connection: { ...connection },
        prefix,
        concurrency: work.concurrency,
        autorun: false,
        lockDuration: lease,
        stalledInterval: lease / 2,
        // How often a job may lose its worker depends on the job.
        maxStalledCount: Number.MAX_SAFE_INTEGER,
        settings: { backoffStrategy: (_made, _type, error) => (error as AttemptFailed).delay },
      },
    )
    this.#semaphore = semaphore
  }

  /** Releases the semaphore when the next job is fetched, so that no job of a less urgent queue comes between. */
  override async processJob(...[job, token, fetchNext]: Parameters<Worker['processJob']>) {
    const next = await super.processJob(job, token, fetchNext)
    if (this.#holders.has(job)) setImmediate(() => this.#semaphore?.release())
    return next
  }

  /** Data that is not JSON becomes a text, so that the job can be read, rejected and kept. */
  protected override createJob(data: JobJson, id: string): Job {
    try {
      return super.createJob(data, id)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      return super.createJob({ ...data, data: JSON.stringify(data.data) }, id)
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

async function toTaken(job: Job, queue: string): Promise<TakenJob> {
  if (typeof job.data === 'string') await job.updateData(job.data)
  return {
    id: `${queue}/${job.id}`,
    job: job.name,
    payload: JSON.stringify(job.data),
    queue,
    attempt: job.attemptsMade + job.stalledCounter + 1,
    maxAttempts: job.opts.attempts ?? 1,
  }
}

/** Tells BullMQ by an error what became of the job. */
function conclude(outcome: Outcome): void {
  if (outcome.kind === 'retry') throw new AttemptFailed(outcome.message, outcome.delay)
  if (outcome.kind === 'failed') throw new UnrecoverableError(outcome.message)
}

/** BullMQ acts on the names of some errors, so it never gets the errors of jobs themselves. */
class AttemptFailed extends Error {
  override readonly name = 'AttemptFailed'
  /** In milliseconds. */
  readonly delay: number

  constructor(message: string, delay: number) {
    super(message)
    this.delay = delay
  }
}

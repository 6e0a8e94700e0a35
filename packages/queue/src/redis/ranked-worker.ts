import {
  UnrecoverableError,
  WaitingError,
  Worker,
  type Job,
  type JobJson,
  type RedisOptions,
} from 'bullmq'
import type { Outcome, RunJob, TakenJob, WorkOptions } from '../queue.ts'
import type { Places } from './places.ts'

export interface RankedWorkerOptions {
  readonly connection: RedisOptions
  readonly prefix: string
  readonly work: WorkOptions
  /** Where the workers of several queues wait for each other. */
  readonly places: Places | undefined
  /** The place of the queue among them, the most urgent first. */
  readonly rank: number
}

/** BullMQ's worker of one queue. */
export class RankedWorker extends Worker {
  readonly #places: Places | undefined
  readonly #entered = new WeakSet<Job>()

  constructor(
    queue: string,
    run: RunJob,
    { connection, prefix, work, places, rank }: RankedWorkerOptions,
  ) {
    const lease = work.leaseSeconds * 1000
    super(
      queue,
      async (job: Job, token?: string) => {
        if (places && !(await this.#enter(job, token, places, rank))) throw new WaitingError()
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
    this.#places = places
  }

  /** A place is left when the next job of this queue was fetched, so that no less urgent one slips in between. */
  override async processJob(...[job, token, fetchNext]: Parameters<Worker['processJob']>) {
    const next = await super.processJob(job, token, fetchNext)
    if (this.#entered.has(job)) setImmediate(() => this.#places?.leave())
    return next
  }

  /** What is no JSON becomes a text, so that the job can be looked at, judged and kept. */
  protected override createJob(data: JobJson, id: string): Job {
    try {
      return super.createJob(data, id)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      return super.createJob({ ...data, data: JSON.stringify(data.data) }, id)
    }
  }

  async #enter(
    job: Job,
    token: string | undefined,
    places: Places,
    rank: number,
  ): Promise<boolean> {
    if (await places.enter(rank)) {
      this.#entered.add(job)
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

/** BullMQ would act on the name of some errors, so those of jobs are not handed on as they are. */
class AttemptFailed extends Error {
  override readonly name = 'AttemptFailed'
  /** In milliseconds. */
  readonly delay: number

  constructor(message: string, delay: number) {
    super(message)
    this.delay = delay
  }
}

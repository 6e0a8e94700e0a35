import { randomUUID } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { logThrown } from '@fw/core'
import type { HeldJob } from '../held-job.ts'
import type { Outcome, RunJob, TakenJob, WorkOptions } from '../queue.ts'
import { orderByWeight } from '../weights.ts'
import { AutoResetEvent } from './auto-reset-event.ts'
import { Batch } from './batch.ts'
import { JobLeases, type RenewedJob } from './job-leases.ts'

/** The delay before the next attempt if the store cannot be reached, in milliseconds. */
const retryDelay = 1000

/**
 * A store from which workers take jobs on a lease: when the lease ends, another worker may take the job. `worker` is
 * the name of the lease owner; methods skip jobs that another worker has taken over. Times are in milliseconds.
 */
export interface JobStore {
  /** The average time between two searches for jobs that became due or were pushed by other processes. */
  readonly pollInterval: number
  /** Emits `push` when this process pushes a job. */
  readonly pushes: EventEmitter<{ push: [] }>
  /** Takes the oldest due jobs of a queue, at most `limit`, and counts an attempt for each. */
  take(queue: string, limit: number, worker: string, lease: number): Promise<TakenJob[]>
  /** Returns the ids of the jobs in these queues whose lease the worker owns. `lease` is the time that it requested. */
  owned(queues: readonly string[], worker: string, lease: number): Promise<readonly string[]>
  /** Renews the leases, and returns the jobs that this worker still owns. */
  renew(ids: readonly string[], worker: string, lease: number): Promise<readonly RenewedJob[]>
  /** Removes jobs that are done. */
  finish(ids: readonly string[], worker: string): Promise<void>
  /** Puts a job back, to run again after a delay. */
  postpone(id: string, worker: string, delay: number): Promise<void>
  /** Puts a job back to run after a delay, without counting the attempt, and counts how often this happens. */
  release(id: string, worker: string, delay: number): Promise<void>
  /** Keeps a job as failed. */
  fail(id: string, worker: string, message: string): Promise<void>
}

/** Runs leased jobs until the signal is aborted and the last one has ended. */
export function workLeases(jobs: JobStore, run: RunJob, options: WorkOptions): Promise<void> {
  return new LeaseWorker(jobs, run, options).work()
}

class LeaseWorker {
  readonly #jobs: JobStore
  readonly #run: RunJob
  readonly #options: WorkOptions
  readonly #workerId = randomUUID()
  readonly #lease: number
  /** The running jobs by id. A job is removed after its outcome is stored. */
  readonly #running = new Map<string, Promise<void>>()
  readonly #leases: JobLeases
  readonly #wakeUp = new AutoResetEvent()
  readonly #finishBatch: Batch<string>
  #isUnreachable = false
  /** True if the worker may own jobs that it does not know of, because the response to a request for jobs was lost. */
  #mayOwnLostJobs = false

  constructor(jobs: JobStore, run: RunJob, options: WorkOptions) {
    this.#jobs = jobs
    this.#run = run
    this.#options = options
    this.#lease = options.leaseSeconds * 1000
    this.#leases = new JobLeases(this.#lease)
    this.#finishBatch = new Batch((ids) => this.#store(() => jobs.finish(ids, this.#workerId)))
  }

  async work(): Promise<void> {
    const { signal } = this.#options
    const { pushes } = this.#jobs
    pushes.on('push', this.#wakeUp.set)
    signal.addEventListener('abort', this.#wakeUp.set)
    const renewal = setInterval(() => void this.#renew(), this.#lease / 3)
    while (!signal.aborted) {
      const since = performance.now()
      const taken = await this.#take()
      for (const job of taken) this.#start(job, since)
      if (taken.length === 0) await this.#wakeUp.wait(this.#maxWait())
    }
    await Promise.all(this.#running.values())
    clearInterval(renewal)
    signal.removeEventListener('abort', this.#wakeUp.set)
    pushes.off('push', this.#wakeUp.set)
  }

  /** Returns the maximum time to wait for jobs, in milliseconds; undefined to wait until a running job ends. */
  #maxWait(): number | undefined {
    if (this.#isUnreachable) return retryDelay
    // Random, because with equal intervals the same worker would always be the first to find jobs that were released
    // for other workers.
    return this.#free() > 0 ? this.#jobs.pollInterval * (0.5 + Math.random()) : undefined
  }

  #free(): number {
    return this.#options.concurrency - this.#running.size
  }

  async #take(): Promise<TakenJob[]> {
    const taken: TakenJob[] = []
    const { queues, weights } = this.#options
    try {
      if (this.#mayOwnLostJobs) await withTimeout(this.#lease, this.#releaseLostJobs())
      for (const queue of weights ? orderByWeight(queues, weights) : queues) {
        const free = this.#free() - taken.length
        if (free > 0) taken.push(...(await this.#takeFrom(queue, free)))
      }
    } catch (error) {
      if (!this.#isUnreachable) this.#warn('Taking jobs failed. Retrying.', error)
      this.#isUnreachable = true
    }
    return taken
  }

  async #takeFrom(queue: string, limit: number): Promise<TakenJob[]> {
    const taking = this.#jobs.take(queue, limit, this.#workerId, this.#lease)
    try {
      const taken = await withTimeout(this.#lease, taking)
      this.#isUnreachable = false
      return taken
    } catch (error) {
      this.#mayOwnLostJobs = true
      // After a timeout, jobs may be taken when other lost jobs have already been released.
      void taking.then(() => (this.#mayOwnLostJobs = true)).catch(() => {})
      throw error
    }
  }

  /** Releases the jobs that the store gave to this worker in responses that did not arrive. */
  async #releaseLostJobs(): Promise<void> {
    const owned = await this.#jobs.owned(this.#options.queues, this.#workerId, this.#lease)
    const lost = owned.filter((id) => !this.#running.has(id))
    await Promise.all(lost.map((id) => this.#jobs.release(id, this.#workerId, 0)))
    this.#mayOwnLostJobs = false
  }

  #start(job: TakenJob, since: number): void {
    const held = this.#leases.add(job.id, since)
    this.#running.set(job.id, this.#process(job, held))
  }

  async #process(job: TakenJob, held: HeldJob): Promise<void> {
    await this.#storeOutcome(job, await this.#run(job, held))
    this.#running.delete(job.id)
    this.#leases.remove(job.id)
    this.#wakeUp.set()
  }

  async #storeOutcome({ id }: TakenJob, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'done' || outcome.kind === 'cancelled') return this.#finishBatch.add(id)
    await this.#store(() => {
      if (outcome.kind === 'retry') return this.#jobs.postpone(id, this.#workerId, outcome.delay)
      if (outcome.kind === 'unknown') return this.#jobs.release(id, this.#workerId, outcome.delay)
      return this.#jobs.fail(id, this.#workerId, outcome.message)
    })
  }

  /**
   * Stores the outcome of a job. If this fails, retries for the duration of a lease, and then gives up: another worker
   * may take the job.
   */
  async #store(write: () => Promise<void>): Promise<void> {
    const end = performance.now() + this.#lease
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await withTimeout(this.#lease / 3, write())
      } catch (error) {
        if (performance.now() > end) {
          this.#warn('The outcome of a job could not be stored. The job will run again.', error)
          return
        }
        if (isFirst) this.#warn('Storing the outcome of a job failed. Retrying.', error)
        await new Promise((resolve) => setTimeout(resolve, retryDelay))
      }
    }
  }

  async #renew(): Promise<void> {
    const since = performance.now()
    const { ids } = this.#leases
    this.#leases.expire(since)
    if (ids.length === 0) return
    try {
      this.#leases.applyRenewal(
        ids,
        await this.#jobs.renew(ids, this.#workerId, this.#lease),
        since,
      )
    } catch (error) {
      this.#warn('Renewing the leases of running jobs failed. Retrying.', error)
    }
  }

  #warn(message: string, error: unknown): void {
    logThrown(() => this.#options.logger, 'warn', message, { error })
  }
}

/** Waits for a promise. Rejects if it does not settle within `milliseconds`. */
async function withTimeout<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const error = new Error(`The store did not respond within ${milliseconds} ms.`)
  const timer = setTimeout(reject, milliseconds, error)
  try {
    return await Promise.race([promise, timedOut])
  } finally {
    clearTimeout(timer)
  }
}

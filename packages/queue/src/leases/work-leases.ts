import { randomUUID } from 'node:crypto'
import { logThrown } from 'fw'
import type { Outcome, RunJob, TakenJob, WorkOptions } from '../queue.ts'
import { Bell } from './bell.ts'
import { Batch } from './batch.ts'
import type { LeasedJobs } from './leased-jobs.ts'

/** How long to wait when the store cannot be reached, in milliseconds. */
const recovery = 1000

/** Runs leased jobs until the signal is aborted and the last one has ended. */
export function workLeases(jobs: LeasedJobs, run: RunJob, options: WorkOptions): Promise<void> {
  return new LeaseWorker(jobs, run, options).work()
}

class LeaseWorker {
  readonly #jobs: LeasedJobs
  readonly #run: RunJob
  readonly #options: WorkOptions
  readonly #name = randomUUID()
  readonly #lease: number
  /** By id; a job leaves when what became of it is stored. */
  readonly #inHand = new Map<string, Promise<void>>()
  readonly #bell = new Bell()
  readonly #finished: Batch<string>
  #isUnreachable = false

  constructor(jobs: LeasedJobs, run: RunJob, options: WorkOptions) {
    this.#jobs = jobs
    this.#run = run
    this.#options = options
    this.#lease = options.leaseSeconds * 1000
    this.#finished = new Batch((ids) => this.#store(() => jobs.finish(ids, this.#name)))
  }

  async work(): Promise<void> {
    const { signal } = this.#options
    const { pushes } = this.#jobs
    pushes.on('push', this.#bell.ring)
    signal.addEventListener('abort', this.#bell.ring)
    const renewal = setInterval(() => void this.#renew(), this.#lease / 3)
    while (!signal.aborted) {
      const taken = await this.#take()
      for (const job of taken) this.#start(job)
      if (taken.length === 0) await this.#bell.wait(this.#patience())
    }
    await Promise.all(this.#inHand.values())
    clearInterval(renewal)
    signal.removeEventListener('abort', this.#bell.ring)
    pushes.off('push', this.#bell.ring)
  }

  /** Undefined: until a job in hand has ended. */
  #patience(): number | undefined {
    if (this.#isUnreachable) return recovery
    return this.#free() > 0 ? this.#jobs.pollInterval : undefined
  }

  #free(): number {
    return this.#options.concurrency - this.#inHand.size
  }

  async #take(): Promise<TakenJob[]> {
    const taken: TakenJob[] = []
    for (const queue of this.#options.queues) {
      const free = this.#free() - taken.length
      if (free > 0) taken.push(...(await this.#takeFrom(queue, free)))
    }
    return taken
  }

  async #takeFrom(queue: string, limit: number): Promise<TakenJob[]> {
    try {
      const taken = await this.#jobs.take(queue, limit, this.#name, this.#lease)
      this.#isUnreachable = false
      return taken
    } catch (error) {
      if (!this.#isUnreachable) this.#warn('Taking jobs fails; trying on.', error)
      this.#isUnreachable = true
      return []
    }
  }

  #start(job: TakenJob): void {
    this.#inHand.set(job.id, this.#process(job))
  }

  async #process(job: TakenJob): Promise<void> {
    await this.#end(job, await this.#run(job))
    this.#inHand.delete(job.id)
    this.#bell.ring()
  }

  async #end({ id }: TakenJob, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'done') return this.#finished.add(id)
    await this.#store(() =>
      outcome.kind === 'retry'
        ? this.#jobs.postpone(id, this.#name, outcome.delay)
        : this.#jobs.fail(id, this.#name, outcome.message),
    )
  }

  /** Tries as long as the lease lasts; after that the job is somebody else's anyway. */
  async #store(write: () => Promise<void>): Promise<void> {
    const end = Date.now() + this.#lease
    for (;;) {
      try {
        return await write()
      } catch (error) {
        this.#warn('Storing what became of a job fails.', error)
        if (Date.now() > end) return
        await new Promise((resolve) => setTimeout(resolve, recovery))
      }
    }
  }

  async #renew(): Promise<void> {
    if (this.#inHand.size === 0) return
    try {
      await this.#jobs.renew([...this.#inHand.keys()], this.#name, this.#lease)
    } catch (error) {
      this.#warn('Renewing the leases of running jobs fails.', error)
    }
  }

  #warn(message: string, error: unknown): void {
    logThrown(() => this.#options.logger, 'warn', message, { error })
  }
}

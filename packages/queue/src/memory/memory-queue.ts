import { workLeases } from '../leases/work-leases.ts'
import {
  Queue,
  type FailedJob,
  type NewJob,
  type QueueStats,
  type RunJob,
  type WorkOptions,
} from '../queue.ts'
import { MemoryJobs } from './memory-jobs.ts'

/** Keeps jobs in this process: for tests, and for programs that are a single process. They end with it. */
export class MemoryQueue extends Queue {
  readonly #jobs = new MemoryJobs()

  protected async add(job: NewJob): Promise<string> {
    return this.#jobs.add(job)
  }

  work(run: RunJob, options: WorkOptions): Promise<void> {
    return workLeases(this.#jobs, run, options)
  }

  async stats(): Promise<QueueStats[]> {
    const now = Date.now()
    const byQueue = Map.groupBy(this.#jobs.all, ({ queue }) => queue)
    return Array.from(byQueue, ([queue, jobs]) => {
      const failed = jobs.filter(({ failure }) => failure).length
      const due = jobs.filter(({ dueAt }) => dueAt <= now).length
      const active = jobs.filter(({ worker, dueAt }) => worker !== undefined && dueAt > now).length
      return { queue, waiting: due, delayed: jobs.length - due - active - failed, active, failed }
    }).toSorted((a, b) => (a.queue < b.queue ? -1 : 1))
  }

  async failed(): Promise<FailedJob[]> {
    return this.#jobs.all
      .flatMap(({ id, job, queue, attempts, failure }) =>
        failure
          ? [{ id, job, queue, attempts, message: failure.message, failedAt: failure.at }]
          : [],
      )
      .toSorted((a, b) => a.failedAt.getTime() - b.failedAt.getTime())
  }

  async retry(id: string): Promise<number> {
    const ids = id === 'all' ? this.#jobs.all.map((stored) => stored.id) : [id]
    return ids.filter((each) => this.#jobs.retry(each)).length
  }

  async close(): Promise<void> {}
}

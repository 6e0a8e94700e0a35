import { EventEmitter } from 'node:events'
import { requireQueueName } from '../job-settings.ts'
import type { RenewedJob } from '../leases/job-leases.ts'
import { workLeases, type JobStore } from '../leases/work-leases.ts'
import {
  Queue,
  type FailedJob,
  type NewJob,
  type QueueStats,
  type RunJob,
  type TakenJob,
  type WorkOptions,
} from '../queue.ts'

/** A day in milliseconds. */
const day = 86_400_000

/**
 * Stores jobs in memory, for tests and for applications that run as a single process. The jobs are lost when the
 * process exits.
 */
export class MemoryQueue extends Queue {
  readonly #jobs = new MemoryJobs()

  protected async add(job: NewJob): Promise<string> {
    return this.#jobs.add(job)
  }

  protected async addAll(jobs: readonly NewJob[]): Promise<string[]> {
    return jobs.map((job) => this.#jobs.add(job))
  }

  async forget(id: string, days = 0): Promise<number> {
    const before = Date.now() - days * day
    const old = this.#jobs.all.filter(({ failure }) => failure && failure.at.getTime() <= before)
    const forgotten = old.filter((stored) => id === 'all' || stored.id === id)
    for (const stored of forgotten) this.#jobs.remove(stored.id)
    return forgotten.length
  }

  async pause(queue: string): Promise<void> {
    this.#jobs.paused.add(requireQueueName(queue))
  }

  async resume(queue: string): Promise<void> {
    this.#jobs.paused.delete(requireQueueName(queue))
    this.#jobs.pushes.emit('push')
  }

  async paused(): Promise<string[]> {
    return [...this.#jobs.paused].toSorted()
  }

  async cancel(id: string): Promise<boolean> {
    return this.#jobs.cancel(id)
  }

  work(run: RunJob, options: WorkOptions): Promise<void> {
    return workLeases(this.#jobs, run, options)
  }

  async stats(): Promise<QueueStats[]> {
    const now = Date.now()
    const byQueue = Map.groupBy(this.#jobs.all, ({ queue }) => queue)
    return Array.from(byQueue, ([queue, jobs]) => {
      const failed = jobs.filter(({ failure }) => failure).length
      const due = jobs.filter(({ dueAt }) => dueAt <= now)
      const waiting = due.length
      const oldest = due.reduce((first, { dueAt }) => Math.min(first, dueAt), now)
      const oldestSeconds = (now - oldest) / 1000
      const active = jobs.filter(({ worker, dueAt }) => worker !== undefined && dueAt > now).length
      const delayed = jobs.length - waiting - active - failed
      return { queue, waiting, delayed, active, failed, oldestSeconds }
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

interface StoredJob extends Omit<NewJob, 'delay' | 'uniqueKey'> {
  readonly id: string
  readonly pushedAt: Date
  uniqueKey: string | undefined
  isCancelled: boolean
  returns: number
  /** The number of attempts so far. */
  attempts: number
  /**
   * The time when the job may be taken, in milliseconds since the epoch. While it runs, the end of its lease; Infinity
   * if it has failed.
   */
  dueAt: number
  /** The name of the worker that runs the job. */
  worker: string | undefined
  failure: { readonly message: string; readonly at: Date } | undefined
}

/** The jobs of this process. */
class MemoryJobs implements JobStore {
  readonly pollInterval = 10
  readonly pushes = new EventEmitter<{ push: [] }>()
  readonly paused = new Set<string>()
  readonly #jobs = new Map<string, StoredJob>()
  #lastId = 0

  get all(): StoredJob[] {
    return [...this.#jobs.values()]
  }

  add({ delay, ...job }: NewJob): string {
    const existing = job.uniqueKey && this.all.find((stored) => stored.uniqueKey === job.uniqueKey)
    if (existing) return existing.id
    const id = String(++this.#lastId)
    const now = Date.now()
    this.#jobs.set(id, {
      ...job,
      id,
      pushedAt: new Date(now),
      dueAt: now + delay,
      attempts: 0,
      returns: 0,
      isCancelled: false,
      worker: undefined,
      failure: undefined,
    })
    this.pushes.emit('push')
    return id
  }

  async take(queue: string, limit: number, worker: string, lease: number): Promise<TakenJob[]> {
    if (this.paused.has(queue)) return []
    const now = Date.now()
    const due = this.all
      .filter((stored) => stored.queue === queue && stored.dueAt <= now)
      .toSorted((a, b) => a.dueAt - b.dueAt)
      .slice(0, limit)
    return due.map((stored) => {
      stored.attempts += 1
      stored.dueAt = now + lease
      stored.worker = worker
      if (stored.uniqueKey?.startsWith('started:')) stored.uniqueKey = undefined
      return { ...stored, attempt: stored.attempts }
    })
  }

  async owned(queues: readonly string[], worker: string): Promise<string[]> {
    const owned = this.all.filter((job) => job.worker === worker && queues.includes(job.queue))
    return owned.map(({ id }) => id)
  }

  async renew(ids: readonly string[], worker: string, lease: number): Promise<RenewedJob[]> {
    const owned = this.#ownedBy(worker, ids)
    for (const stored of owned) stored.dueAt = Date.now() + lease
    return owned
  }

  async finish(ids: readonly string[], worker: string): Promise<void> {
    for (const { id } of this.#ownedBy(worker, ids)) this.#jobs.delete(id)
  }

  async postpone(id: string, worker: string, delay: number): Promise<void> {
    for (const stored of this.#ownedBy(worker, [id])) {
      stored.dueAt = Date.now() + delay
      stored.worker = undefined
    }
  }

  async release(id: string, worker: string, delay: number): Promise<void> {
    for (const stored of this.#ownedBy(worker, [id])) {
      stored.attempts -= 1
      stored.returns += 1
    }
    await this.postpone(id, worker, delay)
  }

  /** Removes a waiting job. Marks a running one as cancelled. */
  cancel(id: string): boolean {
    const stored = this.#jobs.get(id)
    if (!stored || stored.failure) return false
    const isRunning = stored.worker !== undefined && stored.dueAt > Date.now()
    if (isRunning) stored.isCancelled = true
    else this.#jobs.delete(id)
    return true
  }

  async fail(id: string, worker: string, message: string): Promise<void> {
    for (const stored of this.#ownedBy(worker, [id])) {
      stored.dueAt = Infinity
      stored.worker = undefined
      stored.uniqueKey = undefined
      stored.failure = { message, at: new Date() }
    }
  }

  remove(id: string): void {
    this.#jobs.delete(id)
  }

  /**
   * Queues a failed job again, and resets its attempts to 0. Returns false if there is no such
   * failed job.
   */
  retry(id: string): boolean {
    const stored = this.#jobs.get(id)
    if (!stored?.failure) return false
    stored.dueAt = Date.now()
    stored.attempts = 0
    stored.returns = 0
    stored.isCancelled = false
    stored.failure = undefined
    this.pushes.emit('push')
    return true
  }

  #ownedBy(worker: string, ids: readonly string[]): StoredJob[] {
    return ids
      .map((id) => this.#jobs.get(id))
      .filter((stored) => stored !== undefined)
      .filter((stored) => stored.worker === worker)
  }
}

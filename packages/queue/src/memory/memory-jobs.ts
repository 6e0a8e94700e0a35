import { EventEmitter } from 'node:events'
import type { LeasedJobs } from '../leases/leased-jobs.ts'
import type { NewJob, TakenJob } from '../queue.ts'

export interface StoredJob extends Omit<NewJob, 'delay'> {
  readonly id: string
  /** How often it was taken. */
  attempts: number
  /** When it may be taken, in milliseconds of the epoch; while it runs, when the lease ends. Infinity when it has failed. */
  dueAt: number
  /** Who took it. */
  worker: string | undefined
  failure: { readonly message: string; readonly at: Date } | undefined
}

/** The jobs of this process. */
export class MemoryJobs implements LeasedJobs {
  readonly pollInterval = 10
  readonly pushes = new EventEmitter<{ push: [] }>()
  readonly #jobs = new Map<string, StoredJob>()
  #lastId = 0

  get all(): StoredJob[] {
    return [...this.#jobs.values()]
  }

  add({ delay, ...job }: NewJob): string {
    const id = String(++this.#lastId)
    const state = { attempts: 0, dueAt: Date.now() + delay }
    this.#jobs.set(id, { ...job, ...state, id, worker: undefined, failure: undefined })
    this.pushes.emit('push')
    return id
  }

  async take(queue: string, limit: number, worker: string, lease: number): Promise<TakenJob[]> {
    const now = Date.now()
    const due = this.all
      .filter((stored) => stored.queue === queue && stored.dueAt <= now)
      .toSorted((a, b) => a.dueAt - b.dueAt)
      .slice(0, limit)
    return due.map((stored) => {
      stored.attempts += 1
      stored.dueAt = now + lease
      stored.worker = worker
      const { id, job, payload, maxAttempts, attempts: attempt } = stored
      return { id, job, payload, queue, attempt, maxAttempts }
    })
  }

  async renew(ids: readonly string[], worker: string, lease: number): Promise<void> {
    for (const stored of this.#heldBy(worker, ids)) stored.dueAt = Date.now() + lease
  }

  async finish(ids: readonly string[], worker: string): Promise<void> {
    for (const { id } of this.#heldBy(worker, ids)) this.#jobs.delete(id)
  }

  async postpone(id: string, worker: string, delay: number): Promise<void> {
    for (const stored of this.#heldBy(worker, [id])) {
      stored.dueAt = Date.now() + delay
      stored.worker = undefined
    }
  }

  async fail(id: string, worker: string, message: string): Promise<void> {
    for (const stored of this.#heldBy(worker, [id])) {
      stored.dueAt = Infinity
      stored.worker = undefined
      stored.failure = { message, at: new Date() }
    }
  }

  /** Gives a failed job another round of attempts; tells whether there was one. */
  retry(id: string): boolean {
    const stored = this.#jobs.get(id)
    if (!stored?.failure) return false
    stored.dueAt = Date.now()
    stored.attempts = 0
    stored.failure = undefined
    this.pushes.emit('push')
    return true
  }

  #heldBy(worker: string, ids: readonly string[]): StoredJob[] {
    return ids
      .map((id) => this.#jobs.get(id))
      .filter((stored) => stored !== undefined)
      .filter((stored) => stored.worker === worker)
  }
}

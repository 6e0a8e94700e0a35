import type { EventEmitter } from 'node:events'
import type { TakenJob } from '../queue.ts'

/**
 * Jobs that workers take on a lease: who lets it run out loses the job to the next one. `worker` is the name of who
 * holds the lease; what somebody else holds by then is left alone. Times are in milliseconds.
 */
export interface LeasedJobs {
  /** How often to look for jobs that other processes pushed, or whose time has come. */
  readonly pollInterval: number
  /** Emits `push` when this process pushes a job. */
  readonly pushes: EventEmitter<{ push: [] }>
  /** Takes the oldest jobs of a queue that are due, at most `limit`. It is one more attempt for each. */
  take(queue: string, limit: number, worker: string, lease: number): Promise<TakenJob[]>
  renew(ids: readonly string[], worker: string, lease: number): Promise<void>
  /** Removes jobs that are done. */
  finish(ids: readonly string[], worker: string): Promise<void>
  /** Puts a job back, to be due after a delay. */
  postpone(id: string, worker: string, delay: number): Promise<void>
  /** Keeps a job as failed. */
  fail(id: string, worker: string, message: string): Promise<void>
}

import type { Class } from 'fw'

/**
 * Work to be done by a worker. The parameters of its constructor are what is stored, so each has to be a property
 * too: `constructor(readonly id: int)`. The parameters of `handle` come from the container, beside `JobInfo` and
 * `AbortSignal`, which belong to the attempt.
 */
export interface Job {
  handle(...services: never[]): unknown
  /** Called with the last error, and with services, when no attempt is left. */
  failed?(error: never, ...services: never[]): unknown
}

/** The class of a job. */
export type JobClass = Class<Job>

/** The attempt under way: what `handle` and `failed` of a job may take. */
export class JobInfo {
  /** The same in all attempts. */
  readonly id: string
  /** Counted from 1. */
  readonly attempt: number
  readonly maxAttempts: number
  readonly queue: string
  readonly pushedAt: Date

  constructor(id: string, attempt: number, maxAttempts: number, queue: string, pushedAt: Date) {
    this.id = id
    this.attempt = attempt
    this.maxAttempts = maxAttempts
    this.queue = queue
    this.pushedAt = pushedAt
  }
}

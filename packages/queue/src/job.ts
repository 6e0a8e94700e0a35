import type { Class } from '@fw/core'

/**
 * Work that a worker runs. The parameters of the constructor are stored, so each must be a property:
 * `constructor(readonly id: int)`. The parameters of `handle` are services, and `JobInfo` and `AbortSignal` for the
 * current attempt.
 */
export interface Job {
  handle(...services: never[]): unknown
  /**
   * Called with the last error when the job has failed permanently, unless the job could not be created from its stored
   * data. Further parameters are services.
   */
  failed?(error: never, ...services: never[]): unknown
}

/** A class that implements `Job`. */
export type JobClass = Class<Job>

/** Information about the current attempt. The methods `handle` and `failed` of a job may declare it as a parameter. */
export class JobInfo {
  /** The id of the job, the same in all attempts. */
  readonly id: string
  /** The number of the attempt, starting at 1. */
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

import type { Class } from '@fw/core'

/**
 * Work that a worker runs. The parameters of the constructor are stored, so each must be a property
 * too: `constructor(readonly id: int)`. The parameters of `handle` come from the container, as well
 * as `JobInfo` and `AbortSignal`, which belong to the attempt.
 */
export interface Job {
  handle(...services: never[]): unknown
  /** Called with the last error, and with services, when no attempt is left. */
  failed?(error: never, ...services: never[]): unknown
}

/** A class that implements `Job`. */
export type JobClass = Class<Job>

/** The current attempt, as `handle` and `failed` of a job may take it. */
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

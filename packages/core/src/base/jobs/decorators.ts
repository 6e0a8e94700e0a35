import { attribute, meaningFrom } from '../reflection/attribute.ts'

/** The settings of a job class. Durations are strings such as `30s`. */
export interface JobSettings {
  /** The name that its jobs are stored under. Default: the name of the class. */
  readonly name?: string
  /** Earlier names, under which jobs may still be stored. */
  readonly formerly?: string | readonly string[]
  /** The queue of its jobs: letters, digits, `.`, `-` and `_`. Default: `default`. */
  readonly queue?: string
  /** The number of attempts before a job is stored as failed. Default: 3. */
  readonly maxAttempts?: number
  /**
   * The delay after each failed attempt; the last value repeats. Default: 1 s, doubling up to 15
   * min.
   */
  readonly backoff?: readonly string[]
  /** The time after which the `AbortSignal` of an attempt is aborted and the attempt counts as failed. Default: never. */
  readonly timeout?: string
  /** Stores at most one of several equal jobs at a time. Further pushes store nothing. */
  readonly unique?: UniqueSettings
}

/** The rule for which jobs are equal, so that a second one is not stored. */
export interface UniqueSettings {
  /** The constructor parameters that must be equal. Default: all. */
  readonly by?: string | readonly string[]
  /**
   * The time in which a second job is not stored: until the first one has succeeded or failed permanently (default), or
   * until it starts.
   */
  readonly until?: 'done' | 'started'
}

/** The settings of a class, from `JobOptions`. */
export class JobOptionsAttribute {
  static readonly [meaningFrom] = '@fw/queue'
  readonly settings: JobSettings

  constructor(settings: JobSettings) {
    this.settings = settings
  }
}

/** Sets the defaults for all jobs of a class. A push can override them. */
export const JobOptions = attribute(JobOptionsAttribute, '…')

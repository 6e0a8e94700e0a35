import { attribute, implementingPackage } from '../reflection/attribute.ts'

/** The settings of a job class. Durations are strings such as `30s`. */
export interface JobSettings {
  /** The name under which jobs of this class are stored. Default: the name of the class. */
  readonly name?: string
  /** Earlier names, under which jobs may still be stored. */
  readonly formerly?: string | readonly string[]
  /** The queue for jobs of this class: letters, digits, `.`, `-` and `_`. Default: `default`. */
  readonly queue?: string
  /** The number of attempts before a job is stored as failed. Default: 3. */
  readonly maxAttempts?: number
  /** The delays after failed attempts; the last value repeats. Default: 1 s, doubling up to 15 min. */
  readonly backoff?: readonly string[]
  /**
   * The time after which the `AbortSignal` of an attempt is aborted and the attempt counts as failed. Default: never.
   */
  readonly timeout?: string
  /** The rules for duplicates. A push of a job that equals an earlier one is ignored for the period in `until`. */
  readonly unique?: UniqueSettings
}

/** The rules that decide which jobs are duplicates. */
export interface UniqueSettings {
  /** The constructor parameters to compare. Default: all. */
  readonly by?: string | readonly string[]
  /**
   * The period in which a duplicate is ignored: until the first job has succeeded or failed permanently (default), or
   * until it starts.
   */
  readonly until?: 'done' | 'started'
}

/** The settings of a job class, set with `@JobOptions`. */
export class JobOptionsAttribute {
  static readonly [implementingPackage] = '@fw/queue'
  readonly settings: JobSettings

  constructor(settings: JobSettings) {
    this.settings = settings
  }
}

/** Sets the defaults for all jobs of a class. A push can override them, except for `name` and `formerly`. */
export const JobOptions = attribute(JobOptionsAttribute, '…')

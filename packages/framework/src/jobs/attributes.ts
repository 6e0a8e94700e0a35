import { attribute, meaningFrom } from '../reflection/attribute.ts'

/** Durations are texts such as `30s`. */
export interface JobSettings {
  /** What its jobs are stored under; the name of the class when left out. */
  readonly name?: string
  /** What its jobs were stored under before, so that those which still wait are found. */
  readonly formerly?: string | readonly string[]
  /** The queue that its jobs wait in: letters, digits, `.`, `-` and `_`. `default` when left out. */
  readonly queue?: string
  /** How often a job is tried before it is kept as failed; 3 when left out. */
  readonly maxAttempts?: number
  /** How long a job waits after each failed attempt; the last repeats. When left out 1 s, doubling up to 15 min. */
  readonly backoff?: readonly string[]
  /** When the `AbortSignal` of an attempt is aborted, and the attempt counts as failed. Never when left out. */
  readonly timeout?: string
  /** Of equal jobs one waits or runs at a time: a further push stores nothing. */
  readonly unique?: UniqueSettings
}

/** Which jobs are the same, so that a second one is not kept. */
export interface UniqueSettings {
  /** Which parameters of the constructor have to be equal; all when left out. */
  readonly by?: string | readonly string[]
  /** How long there is no second one: until the job is done or failed for good (when left out), or until it starts. */
  readonly until?: 'done' | 'started'
}

/** What `JobOptions` says of a class. */
export class JobOptionsAttribute {
  static readonly [meaningFrom] = '@fw/queue'
  readonly settings: JobSettings

  constructor(settings: JobSettings) {
    this.settings = settings
  }
}

/** Says of a class of jobs what holds for all of them. A push may say otherwise. */
export const JobOptions = attribute(JobOptionsAttribute)

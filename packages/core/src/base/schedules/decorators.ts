import { attribute, meaningFrom } from '../reflection/attribute.ts'

/** The settings of a schedule. Durations are strings such as `30s`. */
export interface ScheduleOptions {
  /** The name that the runs are stored under. Default: `Class.method`, or the name of a job class. */
  readonly name?: string
  /** A time zone such as `Europe/Oslo`. Default: FW_TIME_ZONE, else UTC. */
  readonly timeZone?: string
  /** The handling of a tick during a run: skip it (default), wait for the end, or run in parallel. */
  readonly overlap?: 'skip' | 'wait' | 'allow'
  /** The missed ticks that are run later: the latest (default), none, or the last 100 in order. */
  readonly missed?: 'once' | 'skip' | 'all'
  /** The maximum delay of each tick, which is the same in every scheduler. */
  readonly jitter?: string
  /** The time after which the `AbortSignal` of a run is aborted. Default: never. */
  readonly timeout?: string
  /** Runs each tick in one of the schedulers (default), or in every one. */
  readonly on?: 'one' | 'every'
}

/** The schedule of a method or a job, from `Schedule`. */
export class ScheduleAttribute {
  static readonly [meaningFrom] = '@fw/schedule'
  readonly pattern: string
  readonly options: ScheduleOptions

  constructor(pattern: string, options: ScheduleOptions = {}) {
    this.pattern = pattern
    this.options = options
  }
}

/**
 * Marks a method that runs at scheduled times, or a job class whose jobs are pushed then. The pattern is a cron pattern of
 * five fields, or six with seconds, `@daily` and the like, or a duration such as `15m`.
 */
export const Schedule = attribute(ScheduleAttribute, '…')

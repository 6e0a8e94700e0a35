import { attribute, implementingPackage } from '../reflection/attribute.ts'

/** The settings of a schedule. Durations are strings such as `30s`. */
export interface ScheduleOptions {
  /** The name that the runs are stored under. Default: `Class.method`, or the name of a job class. */
  readonly name?: string
  /** A time zone such as `Europe/Oslo`. Default: FW_TIME_ZONE, else UTC. */
  readonly timeZone?: string
  /**
   * The action if a run is still active at the next tick: skip the tick (default), wait for the run to end, or run in
   * parallel.
   */
  readonly overlap?: 'skip' | 'wait' | 'allow'
  /** The missed ticks to run later: only the latest (default), none, or the last 100 in order. */
  readonly missed?: 'once' | 'skip' | 'all'
  /** The maximum delay of each tick. The delay is the same in every scheduler. */
  readonly jitter?: string
  /** The time after which the `AbortSignal` of a run is aborted. Default: never. */
  readonly timeout?: string
  /** The schedulers that run each tick: one of them (default), or all. */
  readonly on?: 'one' | 'every'
}

/** The schedule of a method or a job, set with `@Schedule`. */
export class ScheduleAttribute {
  static readonly [implementingPackage] = '@fw/schedule'
  readonly pattern: string
  readonly options: ScheduleOptions

  constructor(pattern: string, options: ScheduleOptions = {}) {
    this.pattern = pattern
    this.options = options
  }
}

/**
 * Marks a method that runs on a schedule, or a job class whose jobs are pushed on a schedule. The pattern is a cron
 * expression with five fields, or six with seconds, a macro such as `@daily`, or an interval such as `15m`.
 */
export const Schedule = attribute(ScheduleAttribute, '…')

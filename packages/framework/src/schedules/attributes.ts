import { attribute, meaningFrom } from '../reflection/attribute.ts'

/** Durations are texts such as `30s`. */
export interface ScheduleOptions {
  /** What the runs are stored under. When left out `Class.method`, or the name of a class of jobs. */
  readonly name?: string
  /** Such as `Europe/Oslo`. FW_TIME_ZONE when left out, else UTC. */
  readonly timeZone?: string
  /** When a tick comes during a run: it is left out (the default), waits for the end, or runs beside it. */
  readonly overlap?: 'skip' | 'wait' | 'allow'
  /** Of the ticks that nobody ran, the latest (the default), none, or the last 100 in their order. */
  readonly missed?: 'once' | 'skip' | 'all'
  /** Each tick is delayed by up to that long, everywhere by the same time. */
  readonly jitter?: string
  /** When the `AbortSignal` of a run is aborted. Never when left out. */
  readonly timeout?: string
  /** In one of the schedulers (the default), or in each. */
  readonly on?: 'one' | 'every'
}

/** What `Schedule` says of a method or a job. */
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
 * Marks a method that runs at certain times, or a class of jobs that are pushed then: a cron pattern of five fields,
 * six with seconds, `@daily` and the like, or a duration such as `15m`.
 */
export const Schedule = attribute(ScheduleAttribute)

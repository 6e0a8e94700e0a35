import { Cron } from 'croner'

export interface NextTicksOptions {
  /** Such as `Europe/Oslo`. Default `UTC`. */
  readonly timeZone?: string
  /** Ticks come after it. Default: now. */
  readonly from?: Date
  /** Default 1. */
  readonly count?: number
}

/** When a cron pattern comes next. Throws a `TypeError` for a pattern or zone that there is none of. */
export function nextTicks(
  pattern: string,
  { timeZone = 'UTC', from = new Date(), count = 1 }: NextTicksOptions = {},
): Date[] {
  return new Cron(pattern, { timezone: timeZone, paused: true }).nextRuns(count, from)
}

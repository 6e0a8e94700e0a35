import { createTimetable } from './timetable.ts'

/** Options for `nextTicks`. */
export interface NextTicksOptions {
  /** The time zone, such as `Europe/Oslo`. Default: `UTC`. */
  readonly timeZone?: string
  /** Only ticks after this time are returned. Default: now. */
  readonly from?: Date
  /** The number of ticks. Default: 1. */
  readonly count?: number
}

/**
 * Returns the next ticks of a pattern, which has the same syntax as in `@Schedule`. Throws a `TypeError` if the pattern
 * or time zone is invalid, or if the pattern never matches.
 */
export function nextTicks(
  pattern: string,
  { timeZone = 'UTC', from = new Date(), count = 1 }: NextTicksOptions = {},
): Date[] {
  const timetable = createTimetable(pattern, timeZone)
  const ticks: Date[] = []
  let tick = timetable.next(from.getTime())
  while (tick !== undefined && ticks.length < count) {
    ticks.push(new Date(tick))
    tick = timetable.next(tick)
  }
  return ticks
}

import { createTimetable } from './timetable.ts'

/** Options of `nextTicks`. */
export interface NextTicksOptions {
  /** The time zone, such as `Europe/Oslo`. Default: `UTC`. */
  readonly timeZone?: string
  /** Ticks are after this time. Default: now. */
  readonly from?: Date
  /** The number of ticks. Default: 1. */
  readonly count?: number
}

/**
 * Returns the next ticks of a pattern, as `@Schedule` parses it. Throws a `TypeError` for an
 * invalid pattern or time zone, and for a pattern without ticks.
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

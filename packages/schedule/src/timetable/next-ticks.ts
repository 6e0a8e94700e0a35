import { createTimetable } from './timetable.ts'

/** From when, in which zone, and how many. */
export interface NextTicksOptions {
  /** Such as `Europe/Oslo`. Default `UTC`. */
  readonly timeZone?: string
  /** Ticks come after it. Default: now. */
  readonly from?: Date
  /** Default 1. */
  readonly count?: number
}

/**
 * When a pattern comes next, as `@Schedule` reads it. Throws a `TypeError` for a pattern or zone that there is none of,
 * and for a pattern that never comes.
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

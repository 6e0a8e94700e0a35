import { Cron } from 'croner'
import { parseDuration } from '@fw/core'

/** The ticks of a schedule. Times are in milliseconds since the epoch. */
export interface Timetable {
  /** Returns the first tick after a time, or undefined. */
  next(after: number): number | undefined
  /** Returns the last `count` ticks up to and including a time, the oldest first. */
  last(count: number, until: number): readonly number[]
}

/**
 * Parses a cron pattern or a duration. Throws a `TypeError` if it is invalid or never matches, or if the time zone of a
 * cron pattern is unknown.
 */
export function createTimetable(pattern: string, timeZone: string): Timetable {
  return /^\d+[a-z]+$/i.test(pattern) ? everyInterval(pattern) : byPattern(pattern, timeZone)
}

/** Creates ticks at equal intervals. They are aligned to the epoch, so all processes have the same ticks. */
function everyInterval(text: string): Timetable {
  const interval = parseDuration(text)
  if (interval < 1000) throw new TypeError(`every "${text}" is too often. The minimum is "1s".`)
  return {
    next: (after) => (Math.floor(after / interval) + 1) * interval,
    last(count, until) {
      const latest = Math.floor(until / interval) * interval
      return Array.from({ length: count }, (_, index) => latest - (count - 1 - index) * interval)
    },
  }
}

function byPattern(pattern: string, timeZone: string): Timetable {
  refuseUnsupportedPatterns(pattern)
  refuseUnknownZone(timeZone)
  const cron = createCron(pattern, timeZone)
  let cached: { readonly after: number; readonly tick: number | undefined } | undefined
  const next = (after: number) => {
    // Cached, because schedulers repeat the same call and croner is slow.
    if (cached?.after !== after) cached = { after, tick: cron.nextRun(new Date(after))?.getTime() }
    return cached.tick
  }
  if (next(Date.now()) === undefined) {
    throw new TypeError(`the pattern "${pattern}" never matches. Correct its day and month.`)
  }
  return {
    next,
    last(count, until) {
      const exclusive = new Date((Math.floor(until / 1000) + 1) * 1000)
      return cron
        .previousRuns(count, exclusive)
        .map((tick) => tick.getTime())
        .toReversed()
    },
  }
}

/**
 * Rejects patterns that croner supports but fw does not: a single date, a year, and "?", which means the time of
 * parsing.
 */
function refuseUnsupportedPatterns(pattern: string): void {
  const fields = pattern.trim().split(/\s+/)
  const isNickname = fields.length === 1 && pattern.startsWith('@')
  if (isNickname || ((fields.length === 5 || fields.length === 6) && !pattern.includes('?'))) return
  throw new TypeError(
    `"${pattern}" is not a pattern. Write five fields without "?", as in "30 2 * * *", six with seconds, "@daily" and the like, or a duration such as "15m".`,
  )
}

function refuseUnknownZone(timeZone: string): void {
  if (/^[A-Z]/i.test(timeZone) && isKnown(timeZone)) return
  throw new TypeError(`"${timeZone}" is not a time zone. Use one such as "Europe/Oslo" or "UTC".`)
}

function isKnown(timeZone: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

function createCron(pattern: string, timezone: string): Cron {
  try {
    return new Cron(pattern, {
      timezone,
      paused: true,
      mode: '5-or-6-parts',
      fixedTimeRule: 'no-wildcard',
      sloppyRanges: false,
    })
  } catch (error) {
    const reason = (error as Error).message.replace(/^CronPattern: /, '')
    throw new TypeError(`the pattern "${pattern}" cannot be read: ${reason}`, { cause: error })
  }
}

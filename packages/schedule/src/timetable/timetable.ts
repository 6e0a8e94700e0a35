import { Cron } from 'croner'
import { parseDuration } from 'fw'

/** When something comes. Times are milliseconds of the epoch. */
export interface Timetable {
  /** The first tick after a time; undefined where none comes. */
  next(after: number): number | undefined
  /** The last ticks up to a time, which may be one; the oldest first. */
  last(count: number, until: number): readonly number[]
}

/** Throws a `TypeError` for a pattern or a zone that there is none of, and for a pattern that never comes. */
export function createTimetable(pattern: string, timeZone: string): Timetable {
  return /^\d+[a-z]+$/i.test(pattern) ? everyInterval(pattern) : byPattern(pattern, timeZone)
}

/** Aligned to the epoch, so that all processes agree. */
function everyInterval(text: string): Timetable {
  const interval = parseDuration(text)
  if (interval < 1000) throw new TypeError(`every "${text}" is too often. The least is "1s".`)
  return {
    next: (after) => (Math.floor(after / interval) + 1) * interval,
    last(count, until) {
      const latest = Math.floor(until / interval) * interval
      return Array.from({ length: count }, (_, index) => latest - (count - 1 - index) * interval)
    },
  }
}

function byPattern(pattern: string, timeZone: string): Timetable {
  refuseForeignForms(pattern)
  refuseUnknownZone(timeZone)
  const cron = createCron(pattern, timeZone)
  let asked: { readonly after: number; readonly tick: number | undefined } | undefined
  const next = (after: number) => {
    // Schedulers ask the same again and again, and croner takes a while.
    if (asked?.after !== after) asked = { after, tick: cron.nextRun(new Date(after))?.getTime() }
    return asked.tick
  }
  if (next(Date.now()) === undefined) {
    throw new TypeError(`the pattern "${pattern}" never comes. Correct its day and month.`)
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

/** What croner takes besides: a single date, a year, and "?", which is the time at which it is read. */
function refuseForeignForms(pattern: string): void {
  const fields = pattern.trim().split(/\s+/)
  const isNickname = fields.length === 1 && pattern.startsWith('@')
  if (isNickname || ((fields.length === 5 || fields.length === 6) && !pattern.includes('?'))) return
  throw new TypeError(
    `"${pattern}" is no pattern. Write five fields, as in "30 2 * * *", six with seconds, "@daily" and the like, or a duration such as "15m".`,
  )
}

function refuseUnknownZone(timeZone: string): void {
  if (/^[A-Z]/i.test(timeZone) && isKnown(timeZone)) return
  throw new TypeError(`"${timeZone}" is no time zone. Write one such as "Europe/Oslo" or "UTC".`)
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

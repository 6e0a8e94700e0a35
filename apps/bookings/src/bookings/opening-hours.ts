import { type int } from '@fw/core'
import { StudioSettings } from '../settings.ts'

/** The hours at which rooms can be booked. */
export class OpeningHours {
  constructor(private readonly settings: StudioSettings) {}

  /** Returns the beginnings of the hours of a day, in order. */
  of(day: Temporal.PlainDate): Date[] {
    const { opens, closes, timeZone } = this.settings
    return Array.from({ length: closes - opens }, (_, index) => {
      const plainTime = Temporal.PlainTime.from({ hour: opens + index })
      const start = day.toZonedDateTime({ timeZone, plainTime })
      return new Date(start.epochMilliseconds)
    })
  }

  /** Returns the hours from a time on, or null if one is closed. */
  from(startsAt: Date, count: int): Date[] | null {
    const day = Temporal.Instant.fromEpochMilliseconds(
      startsAt.getTime(),
    )
      .toZonedDateTimeISO(this.settings.timeZone)
      .toPlainDate()
    const open = this.of(day)
    const first = open.findIndex((hour) => +hour === +startsAt)
    if (first === -1 || first + count > open.length) return null
    return open.slice(first, first + count)
  }
}

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

  /** Returns the hours of a booking; none if one of them is closed. */
  from(startsAt: Date, count: int): Date[] {
    const day = Temporal.Instant.fromEpochMilliseconds(+startsAt)
      .toZonedDateTimeISO(this.settings.timeZone)
      .toPlainDate()
    const open = this.of(day)
    const first = open.findIndex((hour) => +hour === +startsAt)
    const hours = first === -1 ? [] : open.slice(first, first + count)
    return hours.length === count ? hours : []
  }
}

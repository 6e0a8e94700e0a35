import { type int } from '@fw/core'
import { StudioSettings } from '../settings.ts'

const hour = 3_600_000

/** The hours at which rooms can be booked. */
export class OpeningHours {
  constructor(private readonly settings: StudioSettings) {}

  /** Returns the beginnings of the hours of a day, in order. */
  of(day: Temporal.PlainDate): Date[] {
    const start = this.#timeOf(day, this.settings.opens)
    const end = this.#timeOf(day, this.settings.closes)
    // Not an hour of each number: when clocks change, one is missing or occurs twice.
    return Array.from({ length: (end - start) / hour }, (_, index) => {
      return new Date(start + index * hour)
    })
  }

  /** Returns the hours of a booking; none if one of them is closed. */
  from(startsAt: Date, count: int): Date[] {
    const day = Temporal.Instant.fromEpochMilliseconds(+startsAt)
      .toZonedDateTimeISO(this.settings.timeZone)
      .toPlainDate()
    const open = this.of(day)
    const first = open.findIndex((start) => +start === +startsAt)
    const hours = first === -1 ? [] : open.slice(first, first + count)
    return hours.length === count ? hours : []
  }

  #timeOf(day: Temporal.PlainDate, hour: int): number {
    const { timeZone } = this.settings
    const plainTime = Temporal.PlainTime.from({ hour })
    return day.toZonedDateTime({ timeZone, plainTime })
      .epochMilliseconds
  }
}

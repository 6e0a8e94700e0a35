import { type Config, type int } from '@fw/core'

/** The rules of the studio, from the configuration. */
export class StudioSettings {
  readonly timeZone: string
  /** The first hour of a day, in the time zone. */
  readonly opens: int
  /** The hour at which the studio closes. */
  readonly closes: int
  /** The number of bookings that a member may have ahead. */
  readonly maxUpcoming: int
  /** How long before its start a member may cancel, in ms. */
  readonly cancelUntil: number
  /** How long before its start the member is reminded, in ms. */
  readonly remindFrom: number

  constructor(config: Config) {
    this.timeZone = config.string('STUDIO_TIME_ZONE', 'UTC')
    this.opens = config.int('STUDIO_OPENS', 8)
    this.closes = config.int('STUDIO_CLOSES', 22)
    this.maxUpcoming = config.int('STUDIO_MAX_UPCOMING', 5)
    this.cancelUntil = config.duration('STUDIO_CANCEL_UNTIL', '24h')
    this.remindFrom = config.duration('STUDIO_REMIND_FROM', '24h')
    // Throws if there is no such time zone.
    Temporal.Now.zonedDateTimeISO(this.timeZone)
    if (
      this.opens < 0 ||
      this.closes > 23 ||
      this.opens >= this.closes
    ) {
      throw new RangeError(
        'STUDIO_OPENS must be before STUDIO_CLOSES, both from 0 to 23.',
      )
    }
  }
}

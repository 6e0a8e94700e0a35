import { Check, Clock, type int, Max, Min } from '@fw/core'
import { Rooms } from '../rooms/rooms.ts'
import { OpeningHours } from './opening-hours.ts'

// #region request
export class NewBooking {
  constructor(
    readonly roomId: int,
    readonly startsAt: Date,
    @Min(1) @Max(8) readonly hours: int = 1,
    @Min(1) readonly people: int = 1,
  ) {}

  @Check('startsAt')
  isAhead(clock: Clock): string | null {
    const isAhead = +this.startsAt > clock.now()
    return isAhead ? null : 'must be in the future.'
  }

  @Check('startsAt')
  isOpen(opening: OpeningHours): string | null {
    return opening.from(this.startsAt, this.hours).length > 0
      ? null
      : 'must be a full hour while the studio is open.'
  }

  @Check('people')
  async fits(rooms: Rooms): Promise<string | null> {
    const seats = (await rooms.find(this.roomId))?.seats ?? 0
    return seats === 0 || this.people <= seats
      ? null
      : `must be at most ${seats}, the seats of the room.`
  }
}
// #endregion

export class Booking {
  constructor(
    readonly id: int,
    readonly roomId: int,
    readonly room: string,
    readonly memberId: int,
    readonly startsAt: Date,
    readonly hours: int,
    readonly people: int,
    readonly priceCents: int,
    readonly cancelledAt: Date | null,
  ) {}
}

import { ErrorHandler, type int } from '@fw/core'

/** A rule of the studio forbids what the caller wants. */
export abstract class BookingRefused extends Error {
  abstract readonly code: string
}

export class RoomTaken extends BookingRefused {
  readonly code = 'room-taken'

  constructor(room: string) {
    super(`${room} is taken at this time.`)
  }
}

export class Refusal {
  constructor(
    readonly code: string,
    readonly error: string,
  ) {}
}

// #region handler
export class BookingErrors {
  @ErrorHandler(409, 'A rule of the studio forbids it.')
  refused(error: BookingRefused): Refusal {
    return new Refusal(error.code, error.message)
  }
}
// #endregion
export class TooManyBookings extends BookingRefused {
  readonly code = 'too-many-bookings'

  constructor(max: int) {
    super(`You already have ${max} bookings ahead.`)
  }
}

export class TooLateToCancel extends BookingRefused {
  readonly code = 'too-late-to-cancel'

  constructor(startsAt: Date) {
    super(
      `It is too late to cancel: ${startsAt.toISOString()} is near.`,
    )
  }
}

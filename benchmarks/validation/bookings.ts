import {
  Check,
  Email,
  Hydrator,
  type int,
  LowerCase,
  MaxLength,
  Min,
  MinLength,
  Trim,
  ValidationFailed,
} from '@fw/core'
import { Refused } from './contestants.ts'
import * as byHand from './hand-written-booking.ts'

class Booking {
  constructor(
    @Trim() @LowerCase() @Email() readonly email: string,
    @Trim() @MinLength(2) @MaxLength(80) readonly name: string,
    @Min(0) readonly from: int,
    @Min(0) readonly to: int,
    @Trim() readonly note: string | null = null,
  ) {}

  @Check('to')
  endsLater(): string | null {
    return this.to > this.from ? null : 'must be after from.'
  }
}

export const validBooking = {
  email: ' Ada.Lovelace@Example.com ',
  name: 'Ada Lovelace ',
  from: 3,
  to: 7,
  note: ' By the window.',
}
export const invalidBooking = { ...validBooking, to: 2 }

const hydrator = new Hydrator()

export const bookingContestants: Record<string, (data: unknown) => unknown> = {
  'hand-written'(data) {
    const booking = byHand.readBooking(data)
    return booking instanceof byHand.Booking ? booking : new Refused(booking)
  },
  'hand-written, thrown'(data) {
    try {
      return byHand.requireBooking(data)
    } catch (error) {
      if (error instanceof byHand.Unusable) return new Refused(error.errors)
      throw error
    }
  },
  fw(data) {
    try {
      return hydrator.hydrate(Booking, data)
    } catch (error) {
      if (error instanceof ValidationFailed) return new Refused(error.errors)
      throw error
    }
  },
}

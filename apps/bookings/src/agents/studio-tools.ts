import { Allows, type int, McpTool } from '@fw/core'
import { type Booking, NewBooking } from '../bookings/booking.ts'
import { BookingPolicy } from '../bookings/booking-policy.ts'
import { Bookings } from '../bookings/bookings.ts'
import {
  FreeSlots,
  type Slot,
  SlotSearch,
} from '../bookings/free-slots.ts'
import { type Member } from '../members/member.ts'

class Slots {
  constructor(readonly slots: readonly Slot[]) {}
}

export class StudioTools {
  constructor(
    private readonly bookings: Bookings,
    private readonly slots: FreeSlots,
  ) {}

  @McpTool('find_free_slots', 'Finds rooms that are free on a day.', {
    annotations: { readOnlyHint: true },
  })
  async find(search: SlotSearch): Promise<Slots> {
    return new Slots(await this.slots.find(search))
  }

  @McpTool('book_room', 'Books a free slot for the caller.')
  book(booking: NewBooking, caller: Member): Promise<Booking> {
    return this.bookings.book(caller, booking)
  }

  // #region tool
  /** @param id The number of the booking. */
  @McpTool('cancel_booking', 'Cancels a booking of the caller.')
  @Allows(BookingPolicy, { hidden: 'There is no such booking.' })
  cancel(id: int, caller: Member): Promise<Booking> {
    return this.bookings.cancel(id, caller)
  }
  // #endregion
}

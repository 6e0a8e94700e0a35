import {
  Allows,
  Body,
  Get,
  type int,
  Max,
  Min,
  Post,
  Prefix,
  Public,
  Query,
  Regex,
  Throws,
} from '@fw/core'
import { type CursorPaginator } from '@fw/query'
import { type Member } from '../members/member.ts'
import { type Booking, NewBooking } from './booking.ts'
import {
  RoomTaken,
  TooLateToCancel,
  TooManyBookings,
} from './booking-errors.ts'
import { BookingPolicy } from './booking-policy.ts'
import { Bookings } from './bookings.ts'
import { FreeSlots, type Slot, SlotSearch } from './free-slots.ts'

const hidden = 'There is no such booking.'

@Prefix('/bookings')
export class BookingController {
  constructor(
    private readonly bookings: Bookings,
    private readonly slots: FreeSlots,
  ) {}

  /** Lists the free slots of a day. */
  @Get('/free')
  @Public()
  free(@Query() search: SlotSearch): Promise<Slot[]> {
    return this.slots.find(search)
  }

  /** Lists the bookings of the caller; for the staff, of everybody. */
  @Get('/')
  list(
    caller: Member,
    @Query() @Regex('^[0-9]{1,14}-[0-9]{1,15}$') cursor:
      | string
      | null = null,
    @Query() @Min(1) @Max(100) size: int = 20,
  ): Promise<CursorPaginator<Booking>> {
    return this.bookings.list(caller, cursor, size)
  }

  @Post('/', { status: 201 })
  @Throws(RoomTaken, TooManyBookings)
  create(@Body() wanted: NewBooking, caller: Member): Promise<Booking> {
    return this.bookings.book(caller, wanted)
  }

  @Get('/{id}')
  @Allows(BookingPolicy, { hidden })
  show(id: int): Promise<Booking> {
    return this.bookings.get(id)
  }

  @Post('/{id}/cancel')
  @Allows(BookingPolicy, { hidden })
  @Throws(TooLateToCancel)
  cancel(id: int, caller: Member): Promise<Booking> {
    return this.bookings.cancel(id, caller)
  }
}

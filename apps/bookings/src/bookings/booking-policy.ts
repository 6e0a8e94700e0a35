import type { int, Policy } from '@fw/core'
import { type Member } from '../members/member.ts'
import { Bookings } from './bookings.ts'

/** A booking belongs to its member and to the staff. */
export class BookingPolicy implements Policy {
  constructor(private readonly bookings: Bookings) {}

  async allows(caller: Member, id: int): Promise<boolean> {
    if (caller.role === 'staff') return true
    return (await this.bookings.find(id))?.memberId === caller.memberId
  }
}

import { type int, JobOptions } from '@fw/core'
import { Database } from '@fw/query'
import { GiveUp, type Job } from '@fw/queue'
import { Members } from '../members/members.ts'
import { Bookings } from '../bookings/bookings.ts'
import { Mailer } from './mailer.ts'

const openings = {
  booked: 'You have booked',
  cancelled: 'You have cancelled',
  soon: 'Do not forget',
}

@JobOptions({ name: 'bookings.notify', unique: {} })
export class NotifyMember implements Job {
  constructor(
    readonly booking: int,
    readonly about: 'booked' | 'cancelled' | 'soon',
  ) {}

  async handle(
    bookings: Bookings,
    members: Members,
    mailer: Mailer,
    database: Database,
  ): Promise<void> {
    const booking = await bookings.find(this.booking)
    const member = booking && (await members.find(booking.memberId))
    if (!member) throw new GiveUp('The booking or its member is gone.')
    if (this.about === 'soon' && booking.cancelledAt) return
    const when = booking.startsAt.toISOString()
    const opening = openings[this.about]
    await mailer.send(
      member.email,
      `${opening} ${booking.room}, ${when}.`,
    )
    if (this.about !== 'soon') return
    await database
      .table('bookings')
      .where('id', '=', booking.id)
      .update({ reminded_at: new Date() })
  }
}

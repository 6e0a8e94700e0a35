import { Clock, HttpError, type int, ValidationFailed } from '@fw/core'
import {
  CursorPaginator,
  Database,
  Query,
  QueryFailed,
  type Transaction,
} from '@fw/query'
import { DatabaseQueue } from '@fw/queue/database'
import { type Counter, Metrics } from '@fw/telemetry'
import { type Member } from '../members/member.ts'
import { NotifyMember } from '../reminders/notify-member.ts'
import { type Room } from '../rooms/room.ts'
import { Rooms } from '../rooms/rooms.ts'
import { StudioSettings } from '../settings.ts'
import { Booking, type NewBooking } from './booking.ts'
import {
  RoomTaken,
  TooLateToCancel,
  TooManyBookings,
} from './booking-errors.ts'
import { OpeningHours } from './opening-hours.ts'

export class Bookings {
  readonly #booked: Counter

  constructor(
    private readonly database: Database,
    private readonly queue: DatabaseQueue,
    private readonly rooms: Rooms,
    private readonly opening: OpeningHours,
    private readonly settings: StudioSettings,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.#booked = metrics.counter(
      'studio_bookings_total',
      'Bookings.',
      ['room'],
    )
  }

  async book(member: Member, wanted: NewBooking): Promise<Booking> {
    const room = await this.rooms.find(wanted.roomId)
    if (!room) throw new ValidationFailed({ roomId: ['is unknown.'] })
    const id = await this.database
      .transaction((tx) => this.#store(tx, member, room, wanted))
      .catch((error: unknown) => {
        throw isTaken(error) ? new RoomTaken(room.name) : error
      })
    this.#booked.add(1, { room: room.name })
    return this.get(id)
  }

  async cancel(id: int, caller: Member): Promise<Booking> {
    const { startsAt } = await this.get(id)
    const notice = +startsAt - this.clock.now()
    const needed =
      caller.role === 'staff' ? 0 : this.settings.cancelUntil
    if (notice < needed) throw new TooLateToCancel(startsAt)
    await this.database.transaction(async (tx) => {
      const changed = await tx
        .table('bookings')
        .where('id', '=', id)
        .where('cancelled_at', '=', null)
        .update({ cancelled_at: new Date(this.clock.now()) })
      if (changed === 0) return
      await tx
        .table('booked_hours')
        .where('booking_id', '=', id)
        .delete()
      await this.queue
        .within(tx)
        .push(new NotifyMember(id, 'cancelled'))
    })
    return this.get(id)
  }

  async get(id: int): Promise<Booking> {
    const booking = await this.find(id)
    if (!booking) throw new HttpError(404, 'There is no such booking.')
    return booking
  }

  find(id: int): Promise<Booking | null> {
    return this.#select().where('bookings.id', '=', id).first(Booking)
  }

  /**
   * Returns a page of bookings in the order of their start: the
   * caller's, or all for the staff.
   */
  async list(
    caller: Member,
    cursor: string | null,
    size: int,
  ): Promise<CursorPaginator<Booking>> {
    const query = this.#select()
      .orderBy('starts_at')
      .orderBy('bookings.id')
      .limit(size + 1)
    if (caller.role !== 'staff') {
      query.where('member_id', '=', caller.memberId)
    }
    if (cursor !== null) {
      const [time, id] = cursor.split('-').map(Number)
      const at = new Date(time ?? 0)
      query.where((q) =>
        q
          .where('starts_at', '>', at)
          .orWhere((same) =>
            same
              .where('starts_at', '=', at)
              .where('bookings.id', '>', id ?? 0),
          ),
      )
    }
    const rows = await query.get(Booking)
    const page = rows.slice(0, size)
    const last = rows.length > size ? page.at(-1) : undefined
    return new CursorPaginator(
      page,
      last ? `${+last.startsAt}-${last.id}` : null,
    )
  }

  // #region store
  async #store(
    tx: Transaction,
    member: Member,
    { id: room_id, hourlyCents }: Room,
    { startsAt, hours, people }: NewBooking,
  ): Promise<int> {
    await this.#requireQuota(tx, member)
    const booking_id = Number(
      await tx.table('bookings').insertGetId({
        room_id,
        member_id: member.memberId,
        starts_at: startsAt,
        hours,
        people,
        price_cents: hourlyCents * hours,
        reminded_at: this.#isSoon(startsAt) ? new Date() : null,
      }),
    )
    const open = this.opening.from(startsAt, hours)
    const taken = open.map((hour) => ({ room_id, hour, booking_id }))
    await tx.table('booked_hours').insert(taken)
    const mail = new NotifyMember(booking_id, 'booked')
    await this.queue.within(tx).push(mail)
    return booking_id
  }
  // #endregion

  /** True if it starts so soon that a reminder would be useless. */
  #isSoon(startsAt: Date): boolean {
    const ahead = +startsAt - this.clock.now()
    return ahead < this.settings.remindFrom
  }

  /** Locks the member, so that two requests cannot pass together. */
  async #requireQuota(
    tx: Transaction,
    { memberId }: Member,
  ): Promise<void> {
    const { maxUpcoming } = this.settings
    await tx
      .table('members')
      .where('id', '=', memberId)
      .forUpdate()
      .first()
    const upcoming = await tx
      .table('bookings')
      .where('member_id', '=', memberId)
      .where('cancelled_at', '=', null)
      .where('starts_at', '>', new Date(this.clock.now()))
      .count()
    if (upcoming >= maxUpcoming) throw new TooManyBookings(maxUpcoming)
  }

  #select(): Query {
    return this.database
      .table('bookings')
      .join('rooms', 'rooms.id', '=', 'bookings.room_id')
      .select(
        'bookings.id',
        'room_id as roomId',
        'rooms.name as room',
        'member_id as memberId',
        'starts_at as startsAt',
        'hours',
        'people',
        'price_cents as priceCents',
        'cancelled_at as cancelledAt',
      )
  }
}

function isTaken(error: unknown): boolean {
  return (
    error instanceof QueryFailed && error.reason === 'unique-violation'
  )
}

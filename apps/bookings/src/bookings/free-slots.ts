import { Clock, type int, Max, Min } from '@fw/core'
import { Database } from '@fw/query'
import { Rooms } from '../rooms/rooms.ts'
import { OpeningHours } from './opening-hours.ts'

export class SlotSearch {
  constructor(
    readonly day: Temporal.PlainDate,
    @Min(1) @Max(8) readonly hours: int = 1,
    @Min(1) readonly people: int = 1,
  ) {}
}

export class Slot {
  constructor(
    readonly roomId: int,
    readonly room: string,
    readonly startsAt: Date,
    readonly priceCents: int,
  ) {}
}

class TakenHour {
  constructor(
    readonly roomId: int,
    readonly hour: Date,
  ) {}
}

export class FreeSlots {
  constructor(
    private readonly database: Database,
    private readonly rooms: Rooms,
    private readonly opening: OpeningHours,
    private readonly clock: Clock,
  ) {}

  async find({ day, hours, people }: SlotSearch): Promise<Slot[]> {
    const open = this.opening.of(day)
    const taken = await this.database
      .table('booked_hours')
      .select('room_id as roomId', 'hour')
      .whereIn('hour', open)
      .get(TakenHour)
    const keys = new Set(
      taken.map(({ roomId, hour }) => `${roomId} ${+hour}`),
    )
    const rooms = await this.rooms.list(people)
    return rooms.flatMap((room) =>
      open
        .filter((start, index) => {
          const span = open.slice(index, index + hours)
          return (
            +start > this.clock.now() &&
            span.length === hours &&
            span.every((hour) => !keys.has(`${room.id} ${+hour}`))
          )
        })
        .map(
          (start) =>
            new Slot(
              room.id,
              room.name,
              start,
              room.hourlyCents * hours,
            ),
        ),
    )
  }
}

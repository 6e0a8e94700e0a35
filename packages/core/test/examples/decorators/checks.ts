import { Body, Check, Email, Post, Trim } from '@fw/core'

export class Rooms {
  private readonly taken = new Set(['7'])

  async isFree(room: string): Promise<boolean> {
    return !this.taken.has(room)
  }
}

export class Stay {
  constructor(
    readonly from: Date,
    readonly to: Date,
  ) {}

  @Check('to')
  endsLater(): string | null {
    return this.to > this.from ? null : 'must be after from.'
  }
}

export class Reservation {
  constructor(
    @Trim() @Email() readonly email: string,
    readonly room: string,
    readonly stay: Stay,
  ) {}

  @Check('room')
  async isFree(rooms: Rooms): Promise<string | null> {
    return (await rooms.isFree(this.room)) ? null : 'is taken.'
  }
}

export class Reservations {
  @Post('/reservations')
  add(@Body() reservation: Reservation): string {
    return `Room ${reservation.room} is yours.`
  }
}

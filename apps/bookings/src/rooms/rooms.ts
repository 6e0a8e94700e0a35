import { type int } from '@fw/core'
import { Database } from '@fw/query'
import { type NewRoom, Room } from './room.ts'

export class Rooms {
  constructor(private readonly database: Database) {}

  /** Returns the rooms that have enough seats, by name. */
  list(seats: int): Promise<Room[]> {
    return this.#select()
      .where('seats', '>=', seats)
      .orderBy('name')
      .get(Room)
  }

  find(id: int): Promise<Room | null> {
    return this.#select().where('id', '=', id).first(Room)
  }

  /** Adds rooms. One with the name of an earlier one replaces it. */
  async save(rooms: readonly NewRoom[]): Promise<void> {
    // PostgreSQL refuses to write a row twice in one query.
    const byName = new Map(
      rooms.map(({ name, seats, hourlyCents }) => [
        name,
        { name, seats, hourly_cents: hourlyCents },
      ]),
    )
    await this.database
      .table('rooms')
      .upsert([...byName.values()], ['name'])
  }

  #select() {
    return this.database
      .table('rooms')
      .select('id', 'name', 'seats', 'hourly_cents as hourlyCents')
  }
}

import { open } from 'node:fs/promises'
import { Command, Hydrator, Option, ValidationFailed } from '@fw/core'
import { Progress } from '@fw/core/console'
import { NewRoom } from './room.ts'
import { Rooms } from './rooms.ts'

export class ImportRooms {
  readonly #hydrator = new Hydrator()

  constructor(
    private readonly rooms: Rooms,
    private readonly progress: Progress,
  ) {}

  /**
   * Adds the rooms of a file, and changes those that exist.
   * @param path A file with lines such as: Blue Room,12,4500
   * @param dryRun Only check the file.
   */
  @Command('rooms:import')
  async import(
    path: string,
    @Option() dryRun = false,
  ): Promise<number> {
    const file = await open(path)
    const lines = this.progress.each('Reading rooms', file.readLines())
    const rooms: NewRoom[] = []
    let number = 0
    let failures = 0
    for await (const line of lines) {
      number += 1
      if (line.trim() === '') continue
      try {
        rooms.push(this.#toRoom(line))
      } catch (error) {
        if (!(error instanceof ValidationFailed)) throw error
        for (const [field, messages] of Object.entries(error.errors)) {
          console.error(
            `Line ${number}: ${field} ${messages.join(' ')}`,
          )
        }
        failures += 1
      }
    }
    if (failures > 0) return 1
    if (!dryRun && rooms.length > 0) await this.rooms.save(rooms)
    console.log(
      `${dryRun ? 'Checked' : 'Imported'} ${rooms.length} rooms.`,
    )
    return 0
  }

  #toRoom(line: string): NewRoom {
    const [name, seats, hourlyCents] = line.split(',')
    return this.#hydrator.hydrate(NewRoom, {
      name,
      seats: Number(seats),
      hourlyCents: Number(hourlyCents),
    })
  }
}

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
    const rooms: NewRoom[] = []
    const problems: string[] = []
    let number = 0
    // #region import
    const lines = this.progress.each('Reading rooms', file.readLines())
    for await (const line of lines) {
      number += 1
      try {
        rooms.push(this.#toRoom(line))
      } catch (error) {
        if (!(error instanceof ValidationFailed)) throw error
        problems.push(`${number}: ${JSON.stringify(error.errors)}`)
      }
    }
    // #endregion
    for (const problem of problems) console.error(problem)
    if (problems.length > 0) return 1
    if (!dryRun) await this.rooms.save(rooms)
    console.log(`Rooms in the file: ${rooms.length}.`)
    return 0
  }

  #toRoom(line: string): NewRoom {
    const [name, seats, hourlyCents] = line.split(',')
    return this.#hydrator.hydrate(NewRoom, {
      name,
      seats: toNumber(seats),
      hourlyCents: toNumber(hourlyCents),
    })
  }
}

/** `Number('')` is 0, but a price that is missing is not. */
function toNumber(text = ''): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

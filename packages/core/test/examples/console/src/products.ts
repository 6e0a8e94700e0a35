import { open } from 'node:fs/promises'
import { Command } from '@fw/core'
import { Progress } from '@fw/core/console'

export class Products {
  private readonly names: string[] = []

  constructor(private readonly progress: Progress) {}

  /**
   * Imports products.
   * @param path A file with a name in each line.
   */
  @Command('products:import')
  async import(path: string) {
    const file = await open(path)
    for await (const line of this.progress.each(
      'Importing products',
      file.readLines(),
    )) {
      this.names.push(line)
    }
    console.log(`Imported ${this.names.length} products.`)
  }
}

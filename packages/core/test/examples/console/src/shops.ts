import { Command } from '@fw/core'
import { CommandFailed } from '@fw/core/console'

export class Shops {
  private readonly open = new Set(['oslo'])

  /**
   * Closes a shop.
   * @param name The city of the shop.
   */
  @Command('shops:close')
  close(name: string) {
    if (!this.open.delete(name)) {
      throw new CommandFailed(`No shop in "${name}" is open.`)
    }
    console.log(`Closed ${name}.`)
  }
}

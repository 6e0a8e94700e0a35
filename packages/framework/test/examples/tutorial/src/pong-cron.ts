import { Command } from 'fw'
import { Pings } from './pings.ts'

export class PongCron {
  constructor(private readonly pings: Pings) {}

  /** Creates a ping and answers it. */
  @Command('pings:pong-cron')
  async run(): Promise<void> {
    const { id } = await this.pings.markPonged(await this.pings.create('cron'))
    console.log(`Ping ${id} is answered.`)
  }
}

import { Command, EventDispatcher, type int, Schedule } from '@fw/core'
import { ActionEvent } from '../live/action-event.ts'
import { PingMessages } from './ping-messages.ts'

export class PongCron {
  constructor(
    private readonly pings: PingMessages,
    private readonly events: EventDispatcher,
  ) {}

  @Schedule('5s')
  @Command('pings:pong-cron', { description: 'Create a ping and answer it, as every 5 seconds.' })
  async run(): Promise<int> {
    const id = await this.pings.create('cron')
    await this.pings.markPonged(id)
    await this.events.dispatch(new ActionEvent('cron', id, 'cron'))
    await this.events.dispatch(new ActionEvent('socket', id, 'cron'))
    return 0
  }
}

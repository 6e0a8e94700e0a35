import type { Job } from '@fw/queue'
import { EventDispatcher, type int } from '@fw/core'
import { ActionEvent } from '../live/action-event.ts'
import { PingMessages } from './ping-messages.ts'

/** Answers a queued ping. */
export class PongJob implements Job {
  constructor(readonly id: int) {}

  async handle(pings: PingMessages, events: EventDispatcher): Promise<void> {
    await events.dispatch(new ActionEvent('queue', this.id))
    await pings.markPonged(this.id)
    await events.dispatch(new ActionEvent('socket', this.id, 'queued'))
  }
}

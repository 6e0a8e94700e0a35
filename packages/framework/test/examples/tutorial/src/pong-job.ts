import type { int } from 'fw'
import type { Job } from '@fw/queue'
import { Pings } from './pings.ts'

export class PongJob implements Job {
  constructor(readonly id: int) {}

  async handle(pings: Pings): Promise<void> {
    await pings.markPonged(this.id)
  }
}

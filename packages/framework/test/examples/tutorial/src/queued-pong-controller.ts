import { Post } from 'fw'
import { Queue } from '@fw/queue'
import type { Ping } from './ping.ts'
import { Pings } from './pings.ts'
import { PongJob } from './pong-job.ts'

export class QueuedPongController {
  constructor(
    private readonly pings: Pings,
    private readonly queue: Queue,
  ) {}

  /** Leaves a ping to a worker, which answers it five seconds later. */
  @Post('/pong/queued', { status: 202 })
  async queued(): Promise<Ping> {
    const id = await this.pings.create('queued')
    await this.queue.push(new PongJob(id), { delaySeconds: 5 })
    return this.pings.find(id)
  }
}

import { Queue } from '@fw/queue'
import { EventDispatcher, Get, Post, RateLimit } from '@fw/core'
import { ActionEvent } from '../live/action-event.ts'
import { PingMessages } from './ping-messages.ts'
import { PongJob } from './pong-job.ts'
import type { ScenarioCounts } from './scenario-counts.ts'

export class PongController {
  constructor(
    private readonly pings: PingMessages,
    private readonly events: EventDispatcher,
    private readonly queue: Queue,
  ) {}

  /** Answers a ping within the request. */
  @RateLimit(120, '1m')
  @Post('/pong/direct')
  async direct(): Promise<void> {
    const id = await this.pings.create('direct')
    await this.events.dispatch(new ActionEvent('app', id, 'direct'))
    await this.pings.markPonged(id)
    await this.events.dispatch(new ActionEvent('socket', id, 'direct'))
  }

  /** Leaves a ping to a worker, which answers it 5 seconds later. */
  @RateLimit(120, '1m')
  @Post('/pong/queued')
  async queued(): Promise<void> {
    const id = await this.pings.create('queued')
    await this.events.dispatch(new ActionEvent('app', id, 'queued'))
    await this.queue.push(new PongJob(id), { delaySeconds: 5 })
  }

  /** Counts the pings by scenario. */
  @Get('/pong/tally')
  tally(): Promise<ScenarioCounts> {
    return this.pings.countByScenario()
  }
}

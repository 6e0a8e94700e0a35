import { Listener, type int } from '@fw/core'
import { Database } from '@fw/query'
import { Queue, type Job } from '@fw/queue'
import { OrderTaken } from './orders.ts'

/** Confirms an order. This may take long, so it is a job. A second run changes nothing. */
export class ConfirmOrder implements Job {
  constructor(readonly order: int) {}

  async handle(database: Database): Promise<void> {
    await database
      .table('orders')
      .where('id', '=', this.order)
      .whereNull('confirmed_at')
      .update({ confirmed_at: new Date() })
  }
}

export class Confirmations {
  constructor(private readonly queue: Queue) {}

  @Listener()
  async push(event: OrderTaken): Promise<void> {
    await this.queue.push(new ConfirmOrder(event.id))
  }
}

import { Query } from '@fw/query'
import type { Job } from '@fw/queue'
import type { int } from 'fw'
import { Database } from './database.ts'

/** Confirms an order, which may take long; a second run changes nothing. */
export class ConfirmOrder implements Job {
  constructor(readonly order: int) {}

  async handle(database: Database): Promise<void> {
    await new Query(database.pool)
      .table('orders')
      .where('id', '=', this.order)
      .whereNull('confirmed_at')
      .update({ confirmed_at: new Date() })
  }
}

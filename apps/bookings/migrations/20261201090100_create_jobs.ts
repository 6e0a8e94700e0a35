import type { Transaction } from '@fw/query'
import { DatabaseQueue } from '@fw/queue/database'

/** The queue's table, so that bookings can push jobs in transactions. */
export async function up(tx: Transaction): Promise<void> {
  await new DatabaseQueue(tx).createTable()
}

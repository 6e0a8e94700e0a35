import { DatabaseSync } from 'node:sqlite'
import type { Container } from '@fw/core'
import { Queue } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'

export default function bootstrap(container: Container) {
  const database = new DatabaseSync('shop.sqlite')
  const queue = new DatabaseQueue(database, { table: 'shop_jobs' })
  container.instance(Queue, queue).instance(DatabaseQueue, queue)
}

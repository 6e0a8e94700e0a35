import { Queue } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import type { Config, Container } from 'fw'
import { Database } from './database/database.ts'

export default async function bootstrap(container: Container, config: Config): Promise<void> {
  const database = await Database.open(config)
  container.instance(Database, database)
  // Jobs wait in the application's own database, unless another queue is configured.
  if (config.string('QUEUE_CONNECTION', 'database') === 'database') {
    container.bind(Queue, () => new DatabaseQueue(database.connection))
  }
}

import { Queue } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import { ScheduleStore } from '@fw/schedule'
import { DatabaseStore } from '@fw/schedule/database'
import type { Config, Container } from '@fw/core'
import { Database } from './database/database.ts'

export default async function bootstrap(container: Container, config: Config): Promise<void> {
  const database = await Database.open(config)
  container.instance(Database, database)
  // Jobs wait in the application's own database, and schedules agree there, unless something else is configured.
  if (config.string('QUEUE_CONNECTION', 'database') === 'database') {
    container.bind(Queue, () => new DatabaseQueue(database.connection))
  }
  if (config.string('SCHEDULE_CONNECTION', 'database') === 'database') {
    container.bind(ScheduleStore, () => new DatabaseStore(database.connection))
  }
}

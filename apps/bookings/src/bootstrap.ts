import type { Config, Container } from '@fw/core'
import { SessionStore, DatabaseSessions } from '@fw/core/web'
import { Database, Query } from '@fw/query'
import { Queue } from '@fw/queue'
import { DatabaseQueue } from '@fw/queue/database'
import { LogMailer, Mailer } from './reminders/mailer.ts'
import { StudioSettings } from './settings.ts'

export default (container: Container, config: Config): void => {
  container
    .instance(StudioSettings, new StudioSettings(config))
    .bind(SessionStore, (c) => {
      const database = c.get(Database)
      return new DatabaseSessions(() => new Query(database))
    })
    .bind(DatabaseQueue, (c) => new DatabaseQueue(c.get(Database)))
    .bind(Queue, (c) => c.get(DatabaseQueue))
    .bind(Mailer, (c) => c.get(LogMailer))
}

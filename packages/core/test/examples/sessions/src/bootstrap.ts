import type { Config, Container } from '@fw/core'
import { Query } from '@fw/query'
import { DatabaseSessions, SessionStore } from '@fw/core/web'
import { Pool } from 'pg'

export default function bootstrap(
  container: Container,
  config: Config,
): void {
  container.bind(
    Pool,
    () => new Pool({ connectionString: config.string('DATABASE_URL') }),
    { dispose: (pool) => pool.end() },
  )
  container.bind(
    SessionStore,
    (c) => new DatabaseSessions(() => new Query(c.get(Pool))),
  )
}

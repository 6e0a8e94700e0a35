import { configuredDatabase } from '@fw/query/configured'
import type { Config, Container } from 'fw'
import { Database } from './database.ts'

export default async function bootstrap(container: Container, config: Config): Promise<void> {
  container.instance(Database, new Database(await configuredDatabase(config).connection()))
}

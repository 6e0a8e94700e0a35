import type { Config, Container } from 'fw'
import { Database } from './database/database.ts'

export default async function bootstrap(container: Container, config: Config): Promise<void> {
  container.instance(Database, await Database.open(config))
}

import type { Config, Container } from '@fw/core'
import { databaseNames, hasDatabase } from '@fw/core/internals'
import { configuredDatabase, Database } from './database.ts'

/** Binds a `Database` for the main database and for each named one, except those that the application binds itself. */
export function bindDatabases(container: Container, config: Config): void {
  const names = [...(hasDatabase(config) ? [undefined] : []), ...databaseNames(config)]
  for (const name of names) {
    const token = name === undefined ? Database : Database.named(name)
    if (container.has(token)) continue
    const create = () => configuredDatabase(config, name)
    container.bind(token, create, { check: () => void create() })
  }
}

import { TableAttribute, type Extension } from '@fw/core'

/**
 * Adds the commands `migrate`, `migrate:…` and `schema:check`. Runs migrations for `fw serve
 * --migrate`, and copies them into the build for `fw build`.
 */
export const extension: Extension = {
  attributes: [TableAttribute],

  async tools(place) {
    const { migrateCommands } = await import('./commands/migrate-commands.ts')
    const { schemaCheckCommand } = await import('./commands/schema-check.ts')
    return [...migrateCommands(place), schemaCheckCommand(place)]
  },

  async migrate(place, config) {
    return (await import('./commands/with-migrator.ts')).migrateFirst(place, config)
  },

  async build(build) {
    await (await import('./files/build-migrations.ts')).buildMigrations(build)
  },
}

import type { Extension } from 'fw'

/** Adds the commands `migrate` and `migrate:…`, and what `fw serve --migrate` and `fw build` do. */
export const extension: Extension = {
  async tools(place) {
    return (await import('./commands/migrate-commands.ts')).migrateCommands(place)
  },

  async migrate(place, config) {
    return (await import('./commands/with-migrator.ts')).migrateFirst(place, config)
  },

  async build(build) {
    await (await import('./files/build-migrations.ts')).buildMigrations(build)
  },
}

import type { Config } from 'fw'

/**
 * How migrations reach the database, where `DB_*` cannot say it. An exported class of the application that extends it
 * is found; it is made without services, as no application boots.
 */
export abstract class MigrationConnection {
  /**
   * Opens a connection for migrations alone: a connected `Client` of pg, a `Connection` of mysql2/promise, or a
   * `DatabaseSync` of node:sqlite. No pool, whose connections take turns. It is closed in the end.
   */
  abstract open(config: Config): object | Promise<object>
}

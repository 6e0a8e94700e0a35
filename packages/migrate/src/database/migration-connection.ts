import type { Config } from '@fw/core'

/**
 * Opens the database for migrations, for cases in which the `DB_*` settings are not enough: export a subclass. The
 * instance is created without services, because migrations do not boot the application.
 */
export abstract class MigrationConnection {
  /**
   * Opens a connection for migrations: a connected `Client` of pg, a `Connection` of mysql2/promise, or a
   * `DatabaseSync` of node:sqlite. A pool does not work, because it uses several connections. The connection is closed
   * after the command.
   */
  abstract open(config: Config): object | Promise<object>
}

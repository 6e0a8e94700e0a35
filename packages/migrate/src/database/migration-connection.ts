import type { Config } from '@fw/core'

/**
 * Opens the database for migrations, if `DB_*` settings are not enough. An exported class of the
 * application that extends it is used. It is created without services, since migrations do not boot
 * the application.
 */
export abstract class MigrationConnection {
  /**
   * Opens a connection for migrations: a connected `Client` of pg, a `Connection` of
   * mysql2/promise, or a `DatabaseSync` of node:sqlite. A pool does not work, because its
   * connections change. The connection is closed after the command.
   */
  abstract open(config: Config): object | Promise<object>
}

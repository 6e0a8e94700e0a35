export { MigrationConnection } from './database/migration-connection.ts'
export {
  DatabaseUnreachable,
  InvalidConnection,
  InvalidMigration,
  LockLost,
  MigrationChanged,
  MigrationFailed,
  MigrationProblem,
  MigrationsLocked,
  MigrationStopped,
  MigrationUnfinished,
} from './errors.ts'
export { parseMigrationName, type MigrationName } from './files/migration-name.ts'

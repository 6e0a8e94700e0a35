export { parseMigrationName, type MigrationName } from './migration-name.ts'

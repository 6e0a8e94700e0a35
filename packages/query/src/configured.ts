export { configuredDatabase, DatabaseSource } from './configured/database-source.ts'
export { HostNotVerifiable, mysqlOptions, postgresOptions } from './configured/driver-options.ts'
export { databaseTime } from './configured/database-time.ts'

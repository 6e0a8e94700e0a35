export { configuredDatabase, DatabaseSource } from './configured/database-source.ts'
export { databaseTime } from './configured/database-time.ts'

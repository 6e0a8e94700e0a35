export { DatabaseQueue, type DatabaseQueueOptions } from './database/database-queue.ts'

export { DatabaseReplays } from './database/database-replays.ts'
export { DatabaseRevocations } from './database/database-revocations.ts'

export { RedisReplays } from './redis/redis-replays.ts'
export { RedisRevocations } from './redis/redis-revocations.ts'

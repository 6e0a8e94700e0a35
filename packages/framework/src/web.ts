export {
  MemoryRateLimits,
  RateLimitStore,
  type Charge,
} from './pipeline/rate-limit/rate-limit-store.ts'
export { RedisRateLimits } from './pipeline/rate-limit/redis-rate-limits.ts'
export type { RunScript } from './pipeline/redis-scripts.ts'
export { RateLimiter, type Taken } from './pipeline/rate-limit/rate-limiter.ts'
export { DatabaseSessions, type SessionQuery } from './sessions/database-sessions.ts'
export { MemorySessions } from './sessions/memory-sessions.ts'
export { RedisSessions } from './sessions/redis-sessions.ts'
export { SessionStore, type SessionChange, type StoredSession } from './sessions/session-store.ts'

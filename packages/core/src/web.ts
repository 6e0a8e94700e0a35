export {
  MemoryRateLimits,
  RateLimitStore,
  type Charge,
} from './features/middleware/rate-limit/rate-limit-store.ts'
export { RedisRateLimits } from './features/middleware/rate-limit/redis-rate-limits.ts'
export type { RunScript } from './base/redis/redis-scripts.ts'
export { RateLimiter, type Taken } from './features/middleware/rate-limit/rate-limiter.ts'
export { DatabaseSessions } from './features/sessions/database-sessions.ts'
export type { TableQuery as SessionQuery } from './base/stores/sql-keyed-store.ts'
export { MemorySessions } from './features/sessions/memory-sessions.ts'
export { RedisSessions } from './features/sessions/redis-sessions.ts'
export {
  SessionStore,
  type SessionChange,
  type StoredSession,
} from './features/sessions/session-store.ts'

export { MemoryRateLimits, RateLimitStore, type Charge } from './pipeline/rate-limit-store.ts'
export { RedisRateLimits, type RunScript } from './pipeline/redis-rate-limits.ts'
export { RateLimiter, type Taken } from './pipeline/rate-limiter.ts'

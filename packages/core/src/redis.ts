export { createRedis, type RedisConnectionOptions } from './base/redis/create-redis.ts'
export { RedisConnection } from './base/redis/redis-connection.ts'
export { RedisUnreachable } from './base/redis/redis-unreachable.ts'

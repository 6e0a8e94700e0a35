export { RedisQueue, type RedisQueueOptions } from './redis/redis-queue.ts'

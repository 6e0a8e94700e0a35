import type { Config, Container } from 'fw'
import { RateLimitStore, RedisRateLimits } from 'fw/web'
import { Redis } from 'ioredis'

export default function bootstrap(container: Container, config: Config): void {
  const options = { port: config.int('REDIS_PORT', 6379), maxRetriesPerRequest: 0 }
  container.bind(Redis, () => new Redis(options).on('error', () => {}), {
    dispose: (redis) => redis.quit(),
  })
  container.bind(RateLimitStore, (c) => {
    const redis = c.get(Redis)
    return new RedisRateLimits((script, keys, args) =>
      redis.eval(script, keys.length, ...keys, ...args),
    )
  })
}

import type { Container } from '@fw/core'
import { RedisConnection } from '@fw/core/redis'
import { RateLimitStore, RedisRateLimits } from '@fw/core/web'

export default function bootstrap(container: Container): void {
  container.bind(
    RateLimitStore,
    (c) => new RedisRateLimits(c.get(RedisConnection).run),
  )
}

import { randomUUID } from 'node:crypto'
import { RedisReplays, RedisRevocations } from '@fw/auth/redis'
import {
  Application,
  Config,
  Container,
  Get,
  Kernel,
  Logger,
  RateLimit,
  Router,
  Sessions,
  type Session,
} from '@fw/core'
import { RedisConnection } from '@fw/core/redis'
import { RateLimitStore, RedisRateLimits, RedisSessions, SessionStore } from '@fw/core/web'
import { expect, test } from 'vitest'
import {
  startRedisCluster,
  startSentinels,
  type RedisTopology,
} from '../../../../query/test/databases/redis-topologies.ts'
import { RecordedLog } from '../../http/serving.ts'
import { Visitor } from '../../features/middleware/visiting.ts'

class Visit {
  constructor(public count: number = 0) {}
}

@Application()
@Sessions(Visit)
class Shop {}

class Pages {
  @Get('/count')
  @RateLimit(100_000, '1d', { name: 'count' })
  count(session: Session<Visit>) {
    const { data } = session
    data.count += 1
    return data.count
  }
}

function kernelOn({ settings }: RedisTopology): { kernel: Kernel; container: Container } {
  const container = new Container()
    .instance(Config, Config.of(settings))
    .instance(Logger, new RecordedLog())
    .bind(SessionStore, (c) => new RedisSessions(c.get(RedisConnection).run))
    .bind(RateLimitStore, (c) => new RedisRateLimits(c.get(RedisConnection).run))
  const router = new Router()
  for (const type of [Shop, Pages]) router.register(type)
  return { kernel: new Kernel(container.boot(), router), container }
}

/** A browser that counts its visits, and remembers the last one that was confirmed. */
class CountingVisitor {
  confirmed = 0
  readonly #visitor: Visitor

  constructor(kernel: Kernel) {
    this.#visitor = new Visitor(kernel)
  }

  /** Returns what is wrong with a visit: the status, a lost count, or that the visit was not limited. */
  async visit(): Promise<unknown> {
    const response = await this.#visitor.send('/count')
    const text = await response.text()
    if (response.status !== 200) return response.status
    const count = Number(text)
    if (count <= this.confirmed) return `${count} after ${this.confirmed}`
    this.confirmed = count
    return response.headers.has('ratelimit') ? undefined : 'not limited'
  }
}

const topologies = { 'a cluster': () => startRedisCluster(1), sentinels: startSentinels }

for (const [title, start] of Object.entries(topologies)) {
  for (const how of ['kill', 'freeze', 'hand over'] as const) {
    test(`sessions, limits and stores of authentication survive a failover of ${title} (${how})`, async () => {
      const topology = await start()
      const { kernel, container } = kernelOn(topology)
      try {
        await survive(topology, how, kernel, container.get(RedisConnection))
      } finally {
        await container[Symbol.asyncDispose]()
        await topology.stop()
      }
    }, 180_000)
  }
}

async function survive(
  topology: RedisTopology,
  how: 'kill' | 'freeze' | 'hand over',
  kernel: Kernel,
  { run }: RedisConnection,
): Promise<void> {
  const revocations = new RedisRevocations(run)
  const replays = new RedisReplays(run)
  const until = Date.now() + 600_000
  const ids = Array.from({ length: 12 }, () => randomUUID())
  for (const jti of ids) {
    await revocations.revoke(jti, until)
    expect(await replays.claim(jti, until)).toBe(true)
  }
  const visitors = ids.map(() => new CountingVisitor(kernel))
  const problems = async () => {
    const all = await Promise.all(visitors.map((visitor) => visitor.visit()))
    return all.filter((problem) => problem !== undefined)
  }
  expect(await problems()).toEqual([])
  let visits: Promise<unknown> | undefined
  let visiting: Promise<void> | undefined
  const isOver = new AbortController()
  await topology.failOver('any', how, () => {
    visiting = (async () => {
      while (!isOver.signal.aborted) {
        visits = problems()
        await visits
      }
    })()
  })

  await expect.poll(() => visits).toEqual([])
  isOver.abort()
  await visiting
  expect(await problems()).toEqual([])
  for (const jti of ids) {
    expect(await revocations.isRevoked({ jti, key: 'ada' })).toBe(true)
    expect(await replays.claim(jti, until)).toBe(false)
  }
}

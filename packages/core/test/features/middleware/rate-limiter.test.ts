import { Clock, Config, Container, Logger, type LogDetails } from '@fw/core'
import { MemoryRateLimits, RateLimiter, RateLimitStore, type Charge } from '@fw/core/web'
import { expect, onTestFinished, test, vi } from 'vitest'

class Hands extends Clock {
  time = 1_800_000_000_000

  override now(): number {
    return this.time
  }
}

class Lines extends Logger {
  readonly all: string[] = []

  debug(): void {}
  info(message: string): void {
    this.all.push(message)
  }
  warn(message: string, details?: LogDetails): void {
    this.all.push(`${message} ${JSON.stringify(details)}`)
  }
  error(): void {}
}

function limiterOf(
  store: (clock: Clock) => RateLimitStore = (clock) => new MemoryRateLimits(clock),
  config: Record<string, string> = {},
) {
  const clock = new Hands()
  const log = new Lines()
  const container = new Container()
    .instance(Clock, clock)
    .instance(Logger, log)
    .instance(Config, Config.of(config))
    .instance(RateLimitStore, store(clock))
    .boot()
  return { limiter: container.get(RateLimiter), clock, log }
}

test('the allowed number passes at once, then one at a time, evenly', async () => {
  const { limiter, clock } = limiterOf()
  const take = () => limiter.take('logins', 'ada@example.com', 3, '10s')
  expect([await take(), await take(), await take()]).toEqual([
    { isAllowed: true, remaining: 2, reset: 4 },
    { isAllowed: true, remaining: 1, reset: 4 },
    { isAllowed: true, remaining: 0, reset: 4 },
  ])
  await expect(take()).rejects.toMatchObject({ status: 429, message: 'Too many requests.' })
  clock.time += 3333
  await expect(take()).rejects.toMatchObject({ status: 429 })
  clock.time += 1
  expect(await take()).toEqual({ isAllowed: true, remaining: 0, reset: 4 })
  await expect(take()).rejects.toMatchObject({ status: 429 })
})

test('returned capacity can be used again, and no more than that', async () => {
  const { limiter } = limiterOf()
  const take = () => limiter.take('logins', 'ada', 1, '1m')
  await take()
  await limiter.giveBack('logins', 'ada', 1, '1m')
  await limiter.giveBack('logins', 'ada', 1, '1m')
  expect(await take()).toMatchObject({ remaining: 0 })
  await expect(take()).rejects.toMatchObject({ status: 429 })
})

test('keys and names are counted separately', async () => {
  const { limiter } = limiterOf()
  const long = 'x'.repeat(200)
  for (const [name, key] of [
    ['logins', 'ada'],
    ['logins', 'bob'],
    ['resets', 'ada'],
    ['logins', `${long}1`],
    ['logins', `${long}2`],
  ] as const) {
    expect(await limiter.take(name, key, 1, '1m')).toMatchObject({ remaining: 0 })
  }
  await expect(limiter.take('logins', `${long}2`, 1, '1m')).rejects.toThrow('Too many requests.')
})

test('a pause of the whole period restores the limit, for any numbers', async () => {
  for (const [limit, seconds] of [
    [3, 10],
    [7, 1],
    [11, 60],
    [1, 86_400],
    [999_999, 1],
  ] as const) {
    const { limiter, clock } = limiterOf()
    const burst = Math.min(limit, 20)
    const rate = {
      name: 'all',
      limit,
      burst,
      interval: Math.floor((seconds * 1e6) / limit),
      label: '',
      policy: '',
    }
    const takeAll = () => Array.from({ length: burst + 1 }, () => limiter.chargeRate(rate, 'ada'))
    const expected = [...Array.from({ length: burst }, () => true), false]
    for (let round = 0; round < 3; round += 1) {
      const allowed = (await Promise.all(takeAll())).map(({ isAllowed }) => isAllowed)
      expect([limit, allowed]).toEqual([limit, expected])
      clock.time += seconds * 1000
    }
  }
})

test('ten thousand random requests get the results of a token bucket', () => {
  let seed = 20_261_122
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return (seed >>> 8) % below
  }
  for (let round = 0; round < 100; round += 1) {
    const { limiter, clock } = limiterOf()
    const [limit, seconds, burst] = [1 + random(50), 1 + random(100), 1 + random(60)]
    const interval = Math.floor((seconds * 1e6) / limit)
    const rate = { name: 'model', limit, burst, interval, label: '', policy: '' }
    let tokens = burst * interval
    for (let step = 0; step < 100; step += 1) {
      const pause = random(3) === 0 ? random(Math.ceil((4 * interval) / 1000)) : 0
      clock.time += pause
      tokens = Math.min(tokens + pause * 1000, burst * interval)
      const isAllowed = tokens >= interval
      if (isAllowed) tokens -= interval
      const remaining = Math.floor(tokens / interval)
      expect(limiter.chargeRate(rate, 'ada')).toEqual({
        isAllowed,
        remaining,
        reset: Math.ceil(((remaining + 1) * interval - tokens) / 1e6),
      })
    }
  }
})

test('a clock that is set back blocks no client for longer than a full bucket', async () => {
  const { limiter, clock } = limiterOf()
  await limiter.take('logins', 'ada', 1, '1m')
  clock.time -= 3_600_000
  await expect(limiter.take('logins', 'ada', 1, '1m')).rejects.toThrow('Too many requests.')
  clock.time += 60_000
  expect(await limiter.take('logins', 'ada', 1, '1m')).toMatchObject({ remaining: 0 })
})

test('memory holds a limited number of buckets, those that were used last', () => {
  const store = new MemoryRateLimits(new Hands(), 100)
  const isNew = (bucket: string) => store.charge(bucket, 1000, 1000).isTaken
  for (let count = 0; count < 49; count += 1) expect(isNew(`${count}`)).toBe(true)
  expect(isNew('1')).toBe(false)
  for (let count = 100; count < 149; count += 1) isNew(`${count}`)
  expect([isNew('140'), isNew('1')]).toEqual([false, false])
  for (let count = 200; count < 400; count += 1) isNew(`${count}`)
  expect([isNew('399'), isNew('140'), isNew('0')]).toEqual([false, true, true])
})

test.each([
  [0, '1m', 'The limit of a rate limit must be a whole number of at least 1, not 0.'],
  [1.5, '1m', 'The limit of a rate limit must be a whole number of at least 1, not 1.5.'],
  [
    1,
    '250ms',
    /^A rate limit of 1 in "250ms" is not supported: the time must be one or more whole/,
  ],
  [1, '0s', /is not supported/],
  [2_000_000, '1s', /is not supported/],
  [1, '999999d', /is not supported/],
  [1, 'often', '"often" is not a duration such as "250ms", "90s", "15m", "12h" or "7d".'],
])('%s in %j throws', async (limit, per, message) => {
  await expect(limiterOf().limiter.take('x', 'y', limit, per)).rejects.toThrow(message)
})

/** Fails as configured. */
class Broken extends RateLimitStore {
  how: 'throw' | 'reject' | 'hang' | undefined = 'throw'
  calls = 0

  charge(): Charge | Promise<Charge> {
    this.calls += 1
    const error = Object.assign(new Error('It is gone.'), {
      command: { args: ['ada@example.com'] },
    })
    if (this.how === 'throw') throw error
    if (this.how === 'reject') return Promise.reject(error)
    if (this.how === 'hang') return new Promise(() => {})
    return { isTaken: true, owed: 1_000_000 }
  }
}

test('a store that fails lets requests pass, with one warning until it is back', async () => {
  const store = new Broken()
  const { limiter, log } = limiterOf(() => store)
  const take = () => limiter.take('logins', 'ada@example.com', 5, '5s')
  expect(await take()).toEqual({ isAllowed: true, remaining: 5, reset: 0 })
  store.how = 'reject'
  await take()
  store.how = undefined
  expect(await take()).toEqual({ isAllowed: true, remaining: 4, reset: 1 })
  await take()
  store.how = 'throw'
  await take()
  const warning =
    'The rate limit store is failing. Until it is available, requests are not counted. {"reason":"It is gone."}'
  expect(log.all).toEqual([warning, 'The rate limit store is available again.', warning])
})

test('with FW_RATE_LIMIT_FAILS=closed, a store that fails blocks all requests', async () => {
  const { limiter, log } = limiterOf(() => new Broken(), { FW_RATE_LIMIT_FAILS: 'closed' })
  await expect(limiter.take('logins', 'ada', 5, '5s')).rejects.toMatchObject({
    status: 503,
    message: 'The request cannot be counted at the moment.',
  })
  expect(log.all).toEqual([
    'The rate limit store is failing. Until it is available, requests are rejected with 503. {"reason":"It is gone."}',
  ])
})

test('a store that hangs delays one request, and not the next ones', async () => {
  const store = new Broken()
  store.how = 'hang'
  const { limiter, log } = limiterOf(() => store)
  const take = () => limiter.take('logins', 'ada', 5, '5s')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const first = take()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await first).toMatchObject({ isAllowed: true })
  const attempt = take()
  // They do not wait, as no time passes.
  await take()
  await take()
  expect(store.calls).toBe(2)
  await vi.advanceTimersByTimeAsync(50)
  await attempt
  expect(log.all).toEqual([expect.stringContaining('No response within 1000 ms.')])
})

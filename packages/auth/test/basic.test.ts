import { basic, AttemptLimiter } from '@fw/auth'
import { Clock, Config, Container, HttpError, Principal, type HttpRequest } from '@fw/core'
import { RateLimitStore, MemoryRateLimits } from '@fw/core/web'
import { describe, expect, test } from 'vitest'
import { tryAuthenticate } from './try-authenticate.ts'

class ManualClock extends Clock {
  time = 1_800_000_000_000

  override now(): number {
    return this.time
  }
}

function limiting() {
  const clock = new ManualClock()
  const container = new Container()
    .instance(Clock, clock)
    .instance(Config, Config.of({}))
    .instance(RateLimitStore, new MemoryRateLimits(clock))
    .boot()
  return { limiter: container.get(AttemptLimiter), clock }
}

const verify = async (name: string, password: string) =>
  password === 'rïght:' ? new Principal({ id: name }) : null

function pair(name: string, password: string): string {
  return Buffer.from(`${name}:${password}`).toString('base64')
}

const from = (ip: string | undefined) => ({ ip }) as HttpRequest

test('the first colon separates name and password, which are UTF-8', async () => {
  const scheme = basic({ verify, limiter: limiting().limiter })
  expect(await tryAuthenticate(scheme, pair('ädä', 'rïght:'))).toMatchObject({ id: 'ädä' })
  expect(await tryAuthenticate(scheme, pair('ada', 'wrong'))).toBe('name and password do not match')
  const malformed = ['', 'ada', 'a\u0000:b', 'a:b\n']
  for (const text of malformed) {
    expect(await tryAuthenticate(scheme, Buffer.from(text).toString('base64'))).toBe(
      'it is not a name with a password',
    )
  }
  expect(await tryAuthenticate(scheme, Buffer.from([0xff, 0x3a, 0xff]).toString('base64'))).toBe(
    'it is not a name with a password',
  )
  expect(scheme.challenge({ realm: 'shop', error: 'invalid_token' })).toBe(
    'Basic realm="shop", charset="UTF-8"',
  )
})

describe('an AttemptLimiter', () => {
  const fail = async () => null
  const succeed = async () => 'in'

  test('allows ten failed attempts for an account, in any spelling, and then none for a while', async () => {
    const { limiter, clock } = limiting()
    for (let count = 0; count < 10; count += 1) {
      const name = count % 2 ? 'Ada' : ' ada'
      expect(await limiter.attempt(name, from(`10.0.0.${count}`), fail)).toBeNull()
    }
    const eleventh = await limiter
      .attempt('ada', from('10.0.1.1'), succeed)
      .catch((e: unknown) => e)
    expect(eleventh).toBeInstanceOf(HttpError)
    expect(eleventh).toMatchObject({ status: 429 })
    expect(await limiter.attempt('bob', from('10.0.1.1'), succeed)).toBe('in')
    clock.time += 90_000
    expect(await limiter.attempt('ada', from('10.0.1.1'), succeed)).toBe('in')
  })

  test('counts spellings that a database may treat as one name together', async () => {
    const { limiter } = limiting()
    const names = ['José', 'jose\u0301', 'ＪＯＳＥ', 'jo\u200bse', 'JOSE\ufe0f', 'jo\u00adse']
    for (const [index, name] of [...names, ...names.slice(0, 4)].entries()) {
      await limiter.attempt(name, from(`10.0.0.${index}`), fail)
    }
    const next = limiter.attempt('jose', from('10.0.1.1'), succeed)
    await expect(next).rejects.toMatchObject({ status: 429 })
  })

  test('does not lock an account for other addresses', async () => {
    const { limiter } = limiting()
    const guess = () => limiter.attempt('ada', from('10.0.0.1'), fail).catch(() => null)
    for (let count = 0; count < 30; count += 1) await guess()
    expect(await limiter.attempt('ada', from('10.0.0.2'), succeed)).toBe('in')
  })

  test.each(['open', 'closed'])(
    'with a store that is away, %s, does not let guess',
    async (how) => {
      class UnreachableStore extends RateLimitStore {
        charge(): never {
          throw new Error('away')
        }
      }
      const limiter = new Container()
        .instance(Config, Config.of({ FW_RATE_LIMIT_FAILS: how, LOG_LEVEL: 'silent' }))
        .instance(RateLimitStore, new UnreachableStore())
        .boot()
        .get(AttemptLimiter)
      let guesses = 0
      const guess = async () => void (guesses += 1)
      const statuses = []
      for (let count = 0; count < 12; count += 1) {
        const tried = limiter.attempt('ada', from('10.0.0.1'), guess)
        statuses.push(await tried.catch((error: HttpError) => error.status))
      }
      expect(guesses).toBe(how === 'open' ? 10 : 0)
      expect(statuses.at(-1)).toBe(how === 'open' ? 429 : 503)
    },
  )

  test('allows ten failed attempts from an address, for any accounts', async () => {
    const { limiter } = limiting()
    for (let count = 0; count < 10; count += 1) {
      await limiter.attempt(`user ${count}`, from(`2001:db8::${count}`), fail)
    }
    const next = limiter.attempt('user 10', from('2001:db8::ffff'), succeed)
    await expect(next).rejects.toMatchObject({ status: 429 })
    expect(await limiter.attempt('user 10', from('2001:db8:1::1'), succeed)).toBe('in')
    expect(await limiter.attempt('user 10', from(undefined), succeed)).toBe('in')
  })

  test('counts neither successful attempts nor errors', async () => {
    const { limiter } = limiting()
    for (let count = 0; count < 30; count += 1) {
      expect(await limiter.attempt('ada', from('10.0.0.1'), succeed)).toBe('in')
      const broken = limiter.attempt('ada', from('10.0.0.1'), () =>
        Promise.reject(new Error('away')),
      )
      await expect(broken).rejects.toThrow('away')
    }
  })

  test('concurrent sign-ins with the right password succeed, and ten wrong ones are tried', async () => {
    const { limiter } = limiting()
    let calls = 0
    const slowly = async (result: string | null) => {
      calls += 1
      await new Promise((resolve) => setTimeout(resolve, 5))
      return result
    }
    const many = (result: string | null) =>
      Promise.allSettled(
        Array.from({ length: 200 }, () =>
          limiter.attempt('ada', from('10.0.0.1'), () => slowly(result)),
        ),
      )
    expect((await many('in')).every(({ status }) => status === 'fulfilled')).toBe(true)
    calls = 0
    const guesses = await many(null)
    expect(calls).toBe(10)
    expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })
})

test('basic uses the limiter of the container unless another one is passed', async () => {
  const { limiter } = limiting()
  const scheme = basic({ verify })
  scheme.attach?.(Config.of({}), ((token: unknown) => {
    expect(token).toBe(AttemptLimiter)
    return limiter
  }) as never)
  for (let count = 0; count < 10; count += 1) await tryAuthenticate(scheme, pair('ada', 'wrong'))
  await expect(tryAuthenticate(scheme, pair('ada', 'rïght:'))).rejects.toMatchObject({
    status: 429,
  })
})

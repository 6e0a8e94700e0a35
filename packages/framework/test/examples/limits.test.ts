import { Config, Container, Kernel, Router } from 'fw'
import { RateLimitStore, RedisRateLimits } from 'fw/web'
import { expect, test } from 'vitest'
import { json } from '../http/serving.ts'
import bootstrap from './limits/src/bootstrap.ts'
import { Logins } from './limits/src/logins.ts'

test('five logins pass, whoever asks', async () => {
  const router = new Router()
  router.register(Logins)
  const kernel = new Kernel(new Container().boot(), router)
  const login = async (email: string) => {
    const request = json({ email, password: 'guess' })
    return (await kernel.fetch(new Request('http://localhost/logins', request))).status
  }
  const found = []
  for (let count = 0; count < 6; count += 1) found.push(await login('ada@example.com'))
  expect(found).toEqual([401, 401, 401, 401, 401, 429])
  expect(await login('bob@example.com')).toBe(401)
})

test('the application counts in Redis', async () => {
  const container = new Container()
  bootstrap(container, Config.of({}))
  await using app = container.boot()
  const store = app.get(RateLimitStore)
  expect(store).toBeInstanceOf(RedisRateLimits)
  expect(await store.charge(`example:${Date.now()}`, 1000, 1000)).toMatchObject({ isTaken: true })
})

import { Clock, Config, Container, Kernel, Logger, Router, type Class } from '@fw/core'
import { RateLimitStore, RedisRateLimits } from '@fw/core/web'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeWith } from '../../../query/test/databases/servers.ts'
import { json, RecordedLog } from '../http/serving.ts'
import { LimitedShop, Reports } from './decorators/limits.ts'
import { Api, Searches } from './limits/src/api.ts'
import bootstrap from './limits/src/bootstrap.ts'
import { Reports as SlowReports } from './limits/src/reports.ts'
import { Archive, Uploads } from './limits/src/uploads.ts'
import { SetClock } from './limits/test/set-clock.ts'
import { Logins } from './limits/src/logins.ts'

test('five logins are allowed, for any caller', async () => {
  const router = new Router()
  router.register(Logins)
  const clock = new SetClock()
  const kernel = new Kernel(new Container().instance(Clock, clock).boot(), router)
  const login = async (email: string) => {
    const request = json({ email, password: 'guess' })
    return (await kernel.fetch(new Request('http://localhost/logins', request))).status
  }
  const found = []
  for (let count = 0; count < 6; count += 1) found.push(await login('ada@example.com'))
  expect(found).toEqual([401, 401, 401, 401, 401, 429])
  expect(await login('bob@example.com')).toBe(401)
  clock.time += 3 * 60_000
  expect([await login('ada@example.com'), await login('ada@example.com')]).toEqual([401, 429])
})

await describeWith('redis', 'with Redis', (url) => {
  const { port } = new URL(url)

  test('the application counts in Redis', async () => {
    const settings = Config.of({ REDIS_PORT: port || '6379' })
    const container = new Container().instance(Config, settings)
    bootstrap(container)
    await using app = container.boot()
    const store = app.get(RateLimitStore)
    expect(store).toBeInstanceOf(RedisRateLimits)
    expect(await store.charge(`example:${Date.now()}`, 1000, 1000)).toMatchObject({ isTaken: true })
  })
})

async function asking(classes: readonly Class[], path: string, headers = {}) {
  const router = new Router()
  for (const type of classes) router.register(type)
  const log = new RecordedLog()
  const kernel = new Kernel(
    new Container().instance(Logger, log).instance(Clock, new SetClock()).boot(),
    router,
  )
  return async () => {
    const response = await kernel.fetch(new Request(`http://localhost${path}`, { headers }))
    return [response.status, response.headers.get('ratelimit')]
  }
}

test('each key may search twice in ten seconds', async () => {
  const search = await asking([Api, Searches], '/search', { 'x-api-key': 'k' })
  const told = (ofAddress: number, ofKey: number) =>
    `"Searches.search";r=${ofAddress};t=1, "Searches.search-2";r=${ofKey};t=5`
  expect(await search()).toEqual([200, told(299, 1)])
  expect(await search()).toEqual([200, told(298, 0)])
  expect(await search()).toEqual([429, told(297, 0)])
  const guess = await asking([Api, Searches], '/search')
  expect(await guess()).toEqual([401, '"Searches.search";r=299;t=1'])
  const status = await asking([Api, Searches], '/status', { 'x-api-key': 'k' })
  expect(await status()).toEqual([200, null])
  expect(await (await asking([Api], '/nowhere'))()).toEqual([404, '"application";r=299;t=1'])
})

test('two reports are available immediately', async () => {
  const report = await asking([LimitedShop, Reports], '/reports')
  expect(await report()).toEqual([200, '"Reports.report";r=1;t=720'])
  await report()
  expect(await report()).toEqual([429, '"Reports.report";r=0;t=720'])
})

test('a report that takes too long is aborted', async () => {
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      ),
  )
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  const answer = (await asking([SlowReports], '/reports/2026'))()
  await vi.advanceTimersByTimeAsync(2000)
  expect(await answer).toEqual([504, null])
})

test('an import may be larger than a form, and a form larger than anything else', async () => {
  const router = new Router()
  for (const type of [Archive, Uploads]) router.register(type)
  const container = new Container().instance(Config, Config.of({ MAX_IMPORT: '3MiB' })).boot()
  const kernel = new Kernel(container, router)
  const post = async (path: string, body: BodyInit) => {
    const request = new Request(`http://localhost${path}`, { method: 'POST', body })
    const response = await kernel.fetch(request)
    return [response.status, await response.json()]
  }
  const form = new FormData()
  form.set('title', 'All')
  form.append('scans', new File([new Uint8Array(200_000)], 'scan.png'))
  expect(await post('/reports', form)).toEqual([200, { title: 'All', scans: 1 }])
  const line = 'a line of an import\n'
  expect(await post('/imports', line.repeat(150_000))).toEqual([200, { lines: 150_000 }])
  expect((await post('/imports', line.repeat(200_000)))[0]).toBe(413)
})

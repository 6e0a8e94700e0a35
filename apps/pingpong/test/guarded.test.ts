import { expect, test } from 'vitest'
import { get, post, startLive } from './live.ts'

test('the page loads nothing from other origins, except its socket', async () => {
  await using live = await startLive({ SOCKET_BROWSER_HOST: 'sockets.example' })
  const { headers } = await get(live.application, '/')
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'self'; connect-src 'self' ws:\/\/sockets\.example:\d+;/,
  )
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('another site cannot send pings', async () => {
  await using live = await startLive()
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
  expect((await post(live.application, '/pong/direct', headers)).status).toBe(403)
  expect(await (await get(live.application, '/pong/tally')).json()).toMatchObject({ total: 0 })
})

test('a client can send 120 pings of each kind per minute', async () => {
  await using live = await startLive()
  const statuses: number[] = []
  for (let count = 0; count < 160; count += 1) {
    statuses.push((await post(live.application, '/pong/direct')).status)
  }
  // Two more are allowed every second.
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(120)
  expect((await post(live.application, '/pong/queued')).status).toBe(204)
})

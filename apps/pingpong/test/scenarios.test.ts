import { Queue, Worker } from '@fw/queue'
import { expect, test } from 'vitest'
import { ActionEvent } from '../src/live/action-event.ts'
import { PingScenarioBreakdown } from '../src/pings/ping-scenario-breakdown.ts'
import { PongCron } from '../src/pings/pong-cron.ts'
import { PongJob } from '../src/pings/pong-job.ts'
import { ScenarioCounts } from '../src/pings/scenario-counts.ts'
import { eventually, get, post, startLive } from './live.ts'

test('a direct ping shows db, app and socket', async () => {
  await using live = await startLive()
  const answer = await post(live.application, '/pong/direct')
  expect([answer.status, await answer.text()]).toEqual([204, ''])
  await eventually(() => live.actions.length === 3)
  expect(live.actions).toEqual([
    { stage: 'db', id: 1, scenario: null },
    { stage: 'app', id: 1, scenario: 'direct' },
    { stage: 'socket', id: 1, scenario: 'direct' },
  ])
})

test('a queued ping shows db and app, and 5 seconds later queue and socket', async () => {
  await using live = await startLive()
  const { container } = live.application
  const stop = new AbortController()
  const work = new Worker(container.get(Queue), container).run(stop.signal)
  const pushedAt = performance.now()
  const answer = await post(live.application, '/pong/queued')
  expect([answer.status, await answer.text()]).toEqual([204, ''])
  await eventually(() => live.actions.length === 2)
  await eventually(() => live.actions.length === 4)
  expect(performance.now() - pushedAt).toBeGreaterThan(4900)
  expect(live.actions).toEqual([
    { stage: 'db', id: 1, scenario: null },
    { stage: 'app', id: 1, scenario: 'queued' },
    { stage: 'queue', id: 1, scenario: null },
    { stage: 'socket', id: 1, scenario: 'queued' },
  ])
  stop.abort()
  await work
})

test('a cron ping shows db, cron and socket', async () => {
  await using live = await startLive()
  expect(await live.application.container.get(PongCron).run()).toBe(0)
  await eventually(() => live.actions.length === 3)
  expect(live.actions).toEqual([
    { stage: 'db', id: 1, scenario: null },
    { stage: 'cron', id: 1, scenario: 'cron' },
    { stage: 'socket', id: 1, scenario: 'cron' },
  ])
})

test('the tally lists every scenario, even those without a ping', async () => {
  await using live = await startLive()
  await post(live.application, '/pong/direct')
  await live.application.container.get(PongCron).run()
  await post(live.application, '/pong/direct')
  const tally = await get(live.application, '/pong/tally')
  expect(await tally.json()).toEqual({ total: 3, counts: { direct: 2, queued: 0, cron: 1 } })
})

test('an unavailable socket server fails no request, no command and no job', async () => {
  await using live = await startLive()
  await live.sockets.close()
  const { container } = live.application
  expect((await post(live.application, '/pong/direct')).status).toBe(204)
  expect(await container.get(PongCron).run()).toBe(0)

  const queue = container.get(Queue)
  const stop = new AbortController()
  const work = new Worker(queue, container).run(stop.signal)
  await queue.push(new PongJob(1), { maxAttempts: 1 })
  await expect.poll(() => queue.stats()).toEqual([])
  stop.abort()
  await work
})

test('percentages have one decimal, and are 0 for no pings', () => {
  const counts = new ScenarioCounts(3, { direct: 2, queued: 1, cron: 0 })
  expect(PingScenarioBreakdown.of(counts)).toEqual({
    total: 3,
    byScenario: {
      direct: { count: 2, percentage: 66.7 },
      queued: { count: 1, percentage: 33.3 },
      cron: { count: 0, percentage: 0 },
    },
  })
  const none = PingScenarioBreakdown.of(new ScenarioCounts(0, { direct: 0 }))
  expect(none.byScenario).toEqual({ direct: { count: 0, percentage: 0 } })
})

test('an event needs only its stage', () => {
  expect({ ...new ActionEvent('db') }).toEqual({ stage: 'db', id: null, scenario: null })
})

test('the page contains the public settings, and is not documented', async () => {
  await using live = await startLive({
    SOCKET_BROWSER_HOST: 'live.example',
    SOCKET_BROWSER_PORT: '443',
  })
  const page = await (await get(live.application, '/')).text()
  expect(page).toContain('{"key":"pingpong-key","host":"live.example","port":443}')
  expect(page).not.toContain('pingpong-secret')
  const document = await (await get(live.application, '/openapi.json')).json()
  expect(Object.keys(document.paths)).toEqual(['/pong/direct', '/pong/queued', '/pong/tally'])
})

test('only the assets of the page are served', async () => {
  await using live = await startLive()
  for (const name of ['page.css', 'page.js', 'pusher.js']) {
    expect((await get(live.application, `/assets/${name}`)).status).toBe(200)
  }
  expect((await get(live.application, '/assets/..%2Fpackage.json')).status).toBe(404)
})

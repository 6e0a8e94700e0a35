import { createApp, Logger } from '@fw/core'
import { Scheduler } from '@fw/schedule'
import { expect, test, vi } from 'vitest'

test('the summary is written at seven', async () => {
  process.env['SCHEDULE_CONNECTION'] = 'memory'
  const { container } = await createApp(new URL('..', import.meta.url))
  const info = vi.spyOn(container.get(Logger), 'info')
  let now = Date.parse('2026-01-31T05:59:00Z')
  const stop = new AbortController()
  const running = new Scheduler(container, { now: () => now }).run(stop.signal)
  await expect
    .poll(
      () => {
        now += 24 * 60 * 60 * 1000
        return info.mock.calls.flat().join('\n')
      },
      { timeout: 4000 },
    )
    .toMatch(/^Summary from the start to 2026-\d\d-\d\dT06:00:00.000Z/m)
  stop.abort()
  await running
})

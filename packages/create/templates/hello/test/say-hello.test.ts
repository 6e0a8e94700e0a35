import { createApp, Logger } from '@fw/core'
import { MemoryQueue, Queue, Worker } from '@fw/queue'
import { expect, test, vi } from 'vitest'
import { Greetings } from '../src/say-hello.ts'

test('a worker says hello', async () => {
  const { container } = await createApp(new URL('..', import.meta.url), {
    bootstrap: (services) => void services.instance(Queue, new MemoryQueue()),
  })
  const info = vi.spyOn(container.get(Logger), 'info')
  await container.get(Greetings).later('Ada')

  const stop = new AbortController()
  const working = new Worker(container.get(Queue), container).run(stop.signal)
  await expect.poll(() => info.mock.calls.flat(), { timeout: 4000 }).toContain('Hello, Ada!')
  stop.abort()
  await working
})

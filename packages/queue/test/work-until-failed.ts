import { Container, JsonLogger, Logger } from '@fw/core'
import { Worker, type Queue } from '@fw/queue'
import { expect } from 'vitest'
import { Notes } from './fixtures/jobs.ts'

/** Runs a worker until so many jobs have failed permanently, and all others are done; gives what jobs wrote down. */
export async function workUntilFailed(queue: Queue, count = 1): Promise<Notes> {
  const controller = new AbortController()
  const notes = new Notes()
  const container = new Container()
    .instance(Notes, notes)
    .instance(Logger, new JsonLogger({ level: 'silent' }))
    .boot()
  const running = new Worker(queue, container).run(controller.signal)
  await expect.poll(() => queue.failed()).toHaveLength(count)
  await expect
    .poll(
      async () => (await queue.stats()).every(({ waiting, active }) => waiting + active === 0),
      {
        timeout: 10_000,
      },
    )
    .toBe(true)
  controller.abort()
  await running
  return notes
}

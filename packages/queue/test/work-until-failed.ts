import { Container, JsonLogger, Logger } from 'fw'
import { Worker, type Queue } from '@fw/queue'
import { expect } from 'vitest'

/** Runs a worker until one job has failed for good. */
export async function workUntilFailed(queue: Queue): Promise<void> {
  const controller = new AbortController()
  const container = new Container().instance(Logger, new JsonLogger({ level: 'silent' })).boot()
  const running = new Worker(queue, container).run(controller.signal)
  await expect.poll(() => queue.failed(), { timeout: 10_000 }).toHaveLength(1)
  controller.abort()
  await running
}

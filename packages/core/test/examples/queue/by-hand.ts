import { Mailer } from './src/mailer.ts'
// #region program
import { Container } from '@fw/core'
import { JobRegistry, MemoryQueue, Worker } from '@fw/queue'
import { SendWelcome } from './src/send-welcome.ts'

const jobs = new JobRegistry().register(SendWelcome)
const container = new Container().instance(JobRegistry, jobs).boot()
const queue = new MemoryQueue()
const stop = new AbortController()

const signedUp = new Date('2026-01-01T00:00:00Z')
await queue.push(new SendWelcome('ada@example.com', signedUp))
const worker = new Worker(queue, container, { concurrency: 4 })
const running = worker.run(stop.signal)
// #endregion

export async function finish(): Promise<readonly string[]> {
  const mailer = container.get(Mailer)
  while (mailer.sent.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 5))
  stop.abort()
  await running
  return mailer.sent
}

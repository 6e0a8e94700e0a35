import { setTimeout } from 'node:timers/promises'
import type { RedisOptions, Worker } from 'bullmq'
import { logThrown } from 'fw'
import type { RunJob, WorkOptions } from '../queue.ts'
import { PrioritySemaphore } from './priority-semaphore.ts'
import { RankedWorker } from './ranked-worker.ts'

/** How long a stopping worker waits for a Redis that has never responded, in milliseconds. */
const longestGoodbye = 1000

/** Runs jobs of BullMQ's queues until the signal is aborted and the last one has ended. */
export async function workRedis(
  connection: RedisOptions,
  prefix: string,
  run: RunJob,
  work: WorkOptions,
): Promise<void> {
  const { queues, weights, concurrency, signal } = work
  const semaphore = queues.length > 1 ? new PrioritySemaphore(concurrency, weights) : undefined
  const workers: Worker[] = []
  const running: Promise<void>[] = []
  let hasAnswered = false
  for (const [rank, queue] of queues.entries()) {
    const worker = new RankedWorker(queue, run, { connection, prefix, work, semaphore, rank })
    reportErrors(worker, work)
    workers.push(worker)
    running.push(worker.run())
    // Wait, so that the most urgent queue is polled first.
    const answer = firstAnswer(worker).then(() => (hasAnswered = true))
    await Promise.race([answer, aborted(signal)])
  }
  await aborted(signal)
  semaphore?.close()
  const ended = Promise.all([...workers.map((worker) => worker.close()), ...running])
  await (hasAnswered ? ended : Promise.race([ended, setTimeout(longestGoodbye)]))
}

function firstAnswer(worker: Worker): Promise<unknown> {
  return new Promise<void>((resolve) => {
    worker.once('active', () => resolve()).once('drained', resolve)
  })
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** Logs errors of a worker, but not the same error repeatedly while Redis cannot be reached. */
function reportErrors(worker: Worker, { logger }: WorkOptions): void {
  let last: string | undefined
  worker.on('ready', () => (last = undefined))
  worker.on('error', (error) => {
    if (error.message !== last)
      logThrown(() => logger, 'warn', 'A worker has a problem with Redis. Retrying.', { error })
    last = error.message
  })
}

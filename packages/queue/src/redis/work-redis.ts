import { setTimeout } from 'node:timers/promises'
import type { Worker } from 'bullmq'
import { logThrown } from '@fw/core'
import { createRedis, type RedisConnectionOptions } from '@fw/core/redis'
import type { RunJob, WorkOptions } from '../queue.ts'
import { PrioritySemaphore } from './priority-semaphore.ts'
import { queuePrefix } from './queue-prefix.ts'
import { RankedWorker } from './ranked-worker.ts'

/** The maximum time that a stopping worker waits for a Redis server that has never responded, in milliseconds. */
const maxShutdownWait = 1000

/** Runs jobs from BullMQ queues until the signal is aborted and the last job has ended. */
export async function workRedis(
  options: RedisConnectionOptions,
  prefix: string,
  run: RunJob,
  work: WorkOptions,
): Promise<void> {
  const { queues, weights, concurrency, signal } = work
  const semaphore = queues.length > 1 ? new PrioritySemaphore(concurrency, weights) : undefined
  const connection = createRedis({ ...options, ...retryOptions })
  const workers: Worker[] = []
  const running: Promise<void>[] = []
  let hasResponded = false
  for (const [rank, queue] of queues.entries()) {
    const worker = new RankedWorker(queue, run, {
      connection,
      prefix: queuePrefix(options, prefix, queue),
      work,
      semaphore,
      rank,
    })
    reportErrors(worker, work)
    workers.push(worker)
    running.push(worker.run())
    // Waits, so that the most urgent queue is polled first.
    const response = firstResponse(worker).then(() => (hasResponded = true))
    await Promise.race([response, aborted(signal)])
  }
  await aborted(signal)
  semaphore?.close()
  const ended = Promise.all([...workers.map((worker) => worker.close()), ...running])
  await (hasResponded ? ended : Promise.race([ended, setTimeout(maxShutdownWait)]))
  connection.disconnect()
}

/** Options for connections that wait until Redis is available. */
const retryOptions = {
  maxRetriesPerRequest: null,
  retryStrategy: (attempts: number) => Math.min(attempts * 100, 2000),
  // Longer than BullMQ's longest blocking command.
  socketTimeout: 15_000,
}

function firstResponse(worker: Worker): Promise<unknown> {
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

/** Logs errors of a worker. While Redis cannot be reached, the same error is not logged repeatedly. */
function reportErrors(worker: Worker, { logger }: WorkOptions): void {
  let last: string | undefined
  worker.on('ready', () => (last = undefined))
  worker.on('error', (error) => {
    // Some messages contain a count of attempts, so messages are compared without their digits.
    const message = error.message.replaceAll(/\d+/gu, '')
    if (message !== last)
      logThrown(() => logger, 'warn', 'A worker has a problem with Redis. Retrying.', { error })
    last = message
  })
}

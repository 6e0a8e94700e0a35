import type { RedisOptions, Worker } from 'bullmq'
import type { RunJob, WorkOptions } from '../queue.ts'
import { Places } from './places.ts'
import { RankedWorker } from './ranked-worker.ts'

/** Runs jobs of BullMQ's queues until the signal is aborted and the last one has ended. */
export async function workRedis(
  connection: RedisOptions,
  prefix: string,
  run: RunJob,
  work: WorkOptions,
): Promise<void> {
  const { queues, concurrency, signal } = work
  const places = queues.length > 1 ? new Places(concurrency) : undefined
  const workers: Worker[] = []
  const running: Promise<void>[] = []
  for (const [rank, queue] of queues.entries()) {
    const worker = new RankedWorker(queue, run, { connection, prefix, work, places, rank })
    reportErrors(worker, work)
    workers.push(worker)
    running.push(worker.run())
    // The most urgent queue is the first to be asked for a job.
    await Promise.race([firstAnswer(worker), aborted(signal)])
  }
  await aborted(signal)
  places?.close()
  await Promise.all(workers.map((worker) => worker.close()))
  await Promise.all(running)
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

/** While Redis is away the same error comes again and again. */
function reportErrors(worker: Worker, { logger }: WorkOptions): void {
  let last: string | undefined
  worker.on('ready', () => (last = undefined))
  worker.on('error', (error) => {
    if (error.message !== last)
      logger.warn('A worker has trouble with Redis; trying on.', { error })
    last = error.message
  })
}

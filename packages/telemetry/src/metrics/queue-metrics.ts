import type { Container, Token } from '@fw/core'
import type { Metrics } from './metrics.ts'

/** The statistics that a `Queue` of `@fw/queue` returns. */
interface Stats {
  readonly queue: string
  readonly waiting: number
  readonly delayed: number
  readonly active: number
  readonly failed: number
  readonly oldestSeconds: number
}

interface CountedQueue {
  stats(): Promise<Stats[]>
}

const states = ['waiting', 'delayed', 'active', 'failed'] as const

/**
 * Reads the statistics of the application's queue, if it has one, whenever the metrics are collected. Every process
 * returns the same values.
 */
export async function countJobs(metrics: Metrics, container: Container): Promise<void> {
  const token = await queueToken()
  if (!token) return
  const jobs = metrics.define('gauge', 'fw_queue_jobs', 'Jobs in the queues', ['queue', 'state'], {
    merging: 'max',
  })
  const oldest = metrics.define(
    'gauge',
    'fw_queue_oldest_seconds',
    'The time that the oldest due job has waited',
    ['queue'],
    { merging: 'max' },
  )
  metrics.refresh(async () => {
    if (!container.has(token)) return
    // If the queue cannot be reached, the other metrics must still be available.
    const stats = await container
      .get(token)
      .stats()
      .catch(() => [])
    jobs.zero()
    oldest.zero()
    for (const { queue, oldestSeconds, ...counts } of stats) {
      for (const state of states) jobs.set(counts[state], { queue, state })
      oldest.set(oldestSeconds, { queue })
    }
  })
}

async function queueToken(): Promise<Token<CountedQueue> | undefined> {
  try {
    const { Queue } = await import('@fw/queue')
    return Queue as unknown as Token<CountedQueue>
  } catch {
    return undefined
  }
}

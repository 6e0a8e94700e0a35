import { createHistogram, performance, type EventLoopUtilization } from 'node:perf_hooks'
import type { Metrics } from './metrics.ts'

/** The interval at which the delay of the event loop is sampled, in milliseconds. */
const resolution = 20

/**
 * Measures this process. Returns a function that stops measuring. The values of the event loop cover the time since the
 * previous collection.
 */
export function measureRuntime(metrics: Metrics): () => void {
  const gauge = (name: string, help: string, merging: 'sum' | 'max') =>
    metrics.define('gauge', name, help, [], { merging })
  const delayOf = (stat: string, text: string) =>
    gauge(`nodejs_eventloop_delay_${stat}_seconds`, `Event loop delay, ${text}`, 'max')
  const p50 = delayOf('p50', '50th percentile')
  const p99 = delayOf('p99', '99th percentile')
  const max = delayOf('max', 'maximum')
  const utilization = gauge('nodejs_eventloop_utilization', 'Event loop utilization', 'max')
  const memory = gauge('process_resident_memory_bytes', 'Resident memory size in bytes', 'sum')
  // `monitorEventLoopDelay` starts a new sample after a reset, so it would miss a delay that occurs right after a
  // collection.
  const delay = createHistogram()
  let sampledAt = performance.now()
  const sampling = setInterval(() => {
    const now = performance.now()
    delay.record(Math.max(Math.round((now - sampledAt) * 1e6), 1))
    sampledAt = now
  }, resolution).unref()
  let last: EventLoopUtilization = performance.eventLoopUtilization()
  metrics.refresh(() => {
    p50.set(lateness(delay.percentile(50)), {})
    p99.set(lateness(delay.percentile(99)), {})
    max.set(lateness(delay.max), {})
    delay.reset()
    const now = performance.eventLoopUtilization()
    utilization.set(performance.eventLoopUtilization(now, last).utilization, {})
    last = now
    memory.set(process.memoryUsage.rss(), {})
  })
  return () => clearInterval(sampling)
}

/** Converts a delay to seconds, and subtracts the sampling interval. */
function lateness(nanoseconds: number): number {
  return Math.max(nanoseconds / 1e9 - resolution / 1000, 0)
}

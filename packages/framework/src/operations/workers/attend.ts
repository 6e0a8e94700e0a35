import { setTimeout as sleep } from 'node:timers/promises'
import { Config } from '../../config/config.ts'
import type { Container } from '../../container/container.ts'
import { toError } from '../../logging/thrown.ts'
import { workerRole } from '../../platform/processes.ts'
import { AdminEndpoints } from '../admin-endpoint.ts'
import { Health } from '../health.ts'
import { isOurs, type Asked, type Order, type Told } from './messages.ts'

/** How often a worker looks how much memory it has, in milliseconds. */
const memoryInterval = 500

/** How long what a worker tells last may take, in milliseconds. */
const lastWords = 500

/** In a worker: calls `end` when the primary says so. Signals are for the primary: a terminal sends them to all processes. */
export function obeyPrimary(end: () => void): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {})
  process.on('message', (message) => {
    if (isOurs<Order>(message) && message.fw === 'end') end()
  })
}

/** In a worker: answers what the primary asks of the application. */
export function attendPrimary(container: Container): void {
  process.on('message', (message) => {
    if (!isOurs<Order>(message) || !('id' in message)) return
    const { id } = message
    answer(message, container).then(
      (value) => tell({ fw: 'answer', id, value }),
      (error: unknown) => tell({ fw: 'answer', id, error: toError(error).message }),
    )
  })
}

async function answer(asked: Asked, container: Container): Promise<unknown> {
  if (asked.fw === 'report') return container.get(Health).report(asked.question)
  return container.get(AdminEndpoints).byPath.get(asked.path)?.collect(container)
}

/** In a worker: what it has done has come to its end, and is known by nobody else. */
export async function tellLast(container: Container): Promise<void> {
  if (!container.get(Config).has('FW_ADMIN_PORT')) return
  const { byPath } = container.get(AdminEndpoints)
  const telling = Array.from(byPath, async ([path, endpoint]) => {
    if (endpoint.remains) await tell({ fw: 'last', path, value: await endpoint.collect(container) })
  })
  await Promise.race([Promise.allSettled(telling), sleep(lastWords, undefined, { ref: false })])
}

/** In a worker: it does from here on what it is there for. */
export function announceReady(announcement: string): void {
  const bytes = process.memoryUsage.rss()
  void tell({ fw: 'ready', announcement, bytes })
  const { maxBytes = Infinity } = workerRole ?? {}
  if (bytes < maxBytes && maxBytes !== Infinity) watchMemory(maxBytes)
}

function watchMemory(maxBytes: number): void {
  const watch = setInterval(() => {
    const bytes = process.memoryUsage.rss()
    if (bytes <= maxBytes) return
    clearInterval(watch)
    void tell({ fw: 'full', bytes })
  }, memoryInterval).unref()
}

/** In a worker: it ends although the primary has not asked it to. */
export function announceEnding(): void {
  void tell({ fw: 'ending' })
}

/** In a worker: why it ends before it was ready. The primary shows it once. */
export function announceFailure(text: string): Promise<void> {
  return tell({ fw: 'failed', text })
}

/** Resolves when the message is on its way; the primary may be gone. */
function tell(told: Told): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(told, undefined, undefined, () => resolve())
    else resolve()
  })
}

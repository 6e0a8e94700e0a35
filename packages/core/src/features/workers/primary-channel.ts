import { setTimeout as sleep } from 'node:timers/promises'
import { Config } from '../../base/config/config.ts'
import type { Container } from '../../base/container/container.ts'
import { toError } from '../../base/logging/thrown.ts'
import { workerRole } from '../../base/platform/processes.ts'
import { AdminEndpoints } from '../health/admin-endpoint.ts'
import { Health } from '../health/health.ts'
import {
  isFrameworkMessage,
  type WorkerRequest,
  type PrimaryMessage,
  type WorkerMessage,
} from './messages.ts'

/** The interval at which a worker checks its memory, in milliseconds. */
const memoryInterval = 500

/** The time limit for sending the last messages of a worker, in milliseconds. */
const sendTimeout = 500

/**
 * Calls `end` when the primary requests the end of this worker. Signals are ignored, because a terminal sends them to
 * all processes, and the primary handles them.
 */
export function onEndRequest(end: () => void): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {})
  process.on('message', (message) => {
    if (isFrameworkMessage<PrimaryMessage>(message) && message.fw === 'end') end()
  })
}

/**
 * Ends this worker if the primary has exited. Otherwise Node would throw an error for each message that cannot be sent.
 */
export function endWithPrimary(): void {
  process.getBuiltinModule('node:cluster').worker?.on('error', (error: NodeJS.ErrnoException) => {
    if (channelErrors.has(error.code ?? '')) process.exit(0)
    throw error
  })
}

/** The codes of errors of a channel whose other end is closed. */
const channelErrors = new Set(['EPIPE', 'ECONNRESET', 'ERR_IPC_CHANNEL_CLOSED'])

/** Responds to the requests that the primary sends to this worker. */
export function respondToPrimary(container: Container): void {
  process.on('message', (message) => {
    if (!isFrameworkMessage<PrimaryMessage>(message) || !('id' in message)) return
    const { id } = message
    respond(message, container).then(
      (value) => send({ fw: 'response', id, value }),
      (error: unknown) => send({ fw: 'response', id, error: toError(error).message }),
    )
  })
}

async function respond(request: WorkerRequest, container: Container): Promise<unknown> {
  if (request.fw === 'report') return container.get(Health).report(request.kind)
  return container.get(AdminEndpoints).byPath.get(request.path)?.collect(container)
}

/** Sends the counters of an ending worker to the primary, which keeps them. */
export async function sendLastValues(container: Container): Promise<void> {
  if (!container.get(Config).has('FW_ADMIN_PORT')) return
  const { byPath } = container.get(AdminEndpoints)
  const sending = Array.from(byPath, async ([path, endpoint]) => {
    if (endpoint.remains) await send({ fw: 'last', path, value: await endpoint.collect(container) })
  })
  await Promise.race([Promise.allSettled(sending), sleep(sendTimeout, undefined, { ref: false })])
}

/** Reports that this worker is ready, and later if it exceeds its memory limit, unless it already exceeds it now. */
export function announceReady(announcement: string): void {
  const bytes = process.memoryUsage.rss()
  void send({ fw: 'ready', announcement, bytes })
  const { maxBytes = Infinity } = workerRole ?? {}
  if (bytes < maxBytes && maxBytes !== Infinity) watchMemory(maxBytes)
}

function watchMemory(maxBytes: number): void {
  const watch = setInterval(() => {
    const bytes = process.memoryUsage.rss()
    if (bytes <= maxBytes) return
    clearInterval(watch)
    void send({ fw: 'full', bytes })
  }, memoryInterval).unref()
}

/** Reports that this worker is ending without a request from the primary. */
export function announceEnding(): void {
  void send({ fw: 'ending' })
}

/**
 * Sends a failure to the primary, which prints it. If workers fail at their start, a repeated reason is printed once.
 */
export function announceFailure(text: string): Promise<void> {
  return send({ fw: 'failed', text })
}

/** Sends a message. Resolves when it is sent, or if the primary has exited. */
function send(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve())
    else resolve()
  })
}

import { readdirSync } from 'node:fs'
import type { HttpRequest } from '@fw/core'

/** A stage at which a request waits for its client to leave. */
export type WaitStage = 'outer' | 'inner' | 'method' | 'read' | 'after' | 'sending'

/** The resources that the process holds. All but the memory have to return to their level. */
export interface Level {
  /** Requests inside the outermost middleware. */
  readonly unsettled: number
  /** Streamed response bodies that have neither ended nor been cancelled. */
  readonly openBodies: number
  /** Permits of the pool that no request holds. */
  readonly permits: number
  /** Open descriptors; 0 if the operating system does not list them. */
  readonly descriptors: number
  /** Resident set size after a collection, in bytes. */
  readonly memory: number
}

const counts = { unsettled: 0, openBodies: 0, permits: 5 }
const waitingForPermit: (() => void)[] = []
let requests = 0

/** Runs `handle` with one of five permits, which it holds as a transaction holds a connection. */
export async function withPermit<T>(handle: () => Promise<T>): Promise<T> {
  requests += 1
  // A forgotten file handle ends the process of Node when it is collected.
  if (requests % 100 === 0) collectGarbage()
  counts.unsettled += 1
  try {
    await acquire()
    try {
      return await handle()
    } finally {
      release()
    }
  } finally {
    counts.unsettled -= 1
  }
}

/** Counts a body as open until the returned function is called. */
export function openBody(): () => void {
  counts.openBodies += 1
  let isOpen = true
  return () => {
    if (isOpen) counts.openBodies -= 1
    isOpen = false
  }
}

/** Yields as often as the client asks, then waits for its departure if it asks to wait at this stage. */
export async function pauseAt(stage: WaitStage, request: HttpRequest): Promise<void> {
  for (let turns = Number(request.header('x-turns') ?? 0); turns > 0; turns -= 1) {
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  if (request.header('x-wait') === stage) await departure(request.signal)
}

/** Resolves when the client has left, or has stayed for a tenth of a second. */
function departure(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, 100)
    const leave = () => {
      clearTimeout(limit)
      resolve()
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })
}

/** The level, after a collection of garbage if `collects`. */
export function currentLevel(collects: boolean): Level {
  if (collects) collectGarbage()
  const descriptors = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0
  return { ...counts, descriptors, memory: process.memoryUsage().rss }
}

declare const Bun: { gc(synchronous: boolean): void } | undefined

function collectGarbage(): void {
  if (typeof Bun === 'undefined') globalThis.gc?.()
  else Bun.gc(true)
}

async function acquire(): Promise<void> {
  if (counts.permits > 0) counts.permits -= 1
  else await new Promise<void>((resolve) => waitingForPermit.push(resolve))
}

function release(): void {
  const next = waitingForPermit.shift()
  if (next) next()
  else counts.permits += 1
}

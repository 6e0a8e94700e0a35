import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface Usage {
  /** Processor time of all threads. */
  readonly microseconds: number
  /** Memory of JavaScript that was allocated, whatever has become of it. */
  readonly bytes: number
}

/**
 * Returns the resources that a process with `report-usage.ts` has used so far; `collect` lets it
 * collect its garbage first.
 */
export async function usageOf(
  process: ChildProcess,
  message: 'usage' | 'collect' = 'usage',
): Promise<Usage> {
  process.send(message)
  const [usage] = (await once(process, 'message')) as [Usage]
  return usage
}

/** Returns the resources of each of `count` requests between two moments. */
export function usagePerRequest(before: Usage, after: Usage, count: number): Usage {
  return {
    microseconds: (after.microseconds - before.microseconds) / count,
    bytes: (after.bytes - before.bytes) / count,
  }
}

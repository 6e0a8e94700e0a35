import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export interface Usage {
  /** Processor time of all threads. */
  readonly microseconds: number
  /** Memory of JavaScript that was allocated, whatever has become of it. */
  readonly bytes: number
}

/** What a process with `report-usage.ts` has used so far; `collect` lets it collect its garbage first. */
export async function usageOf(
  process: ChildProcess,
  message: 'usage' | 'collect' = 'usage',
): Promise<Usage> {
  process.send(message)
  const [usage] = (await once(process, 'message')) as [Usage]
  return usage
}

/** What each of `count` requests used between two moments. */
export function usagePerRequest(before: Usage, after: Usage, count: number): Usage {
  return {
    microseconds: (after.microseconds - before.microseconds) / count,
    bytes: (after.bytes - before.bytes) / count,
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import type { Usage } from '../http/usage.ts'

/**
 * Reads the processor time of all threads of a process, as Linux counts it; nobody counts its garbage.
 * Threads that idle end after some seconds, and their counters with them: what was last read of each still counts.
 * The sum of the process itself, in ticks of 10 ms, would be a hundredth of a round.
 */
export function procUsage(pid: number): () => Usage {
  const nanoseconds = new Map<string, number>()
  return () => {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const used = nanosecondsOf(pid, thread)
      if (used !== undefined) nanoseconds.set(thread, used)
    }
    const sum = [...nanoseconds.values()].reduce((total, each) => total + each, 0)
    return { microseconds: sum / 1000, bytes: Number.NaN }
  }
}

/** Undefined where the thread has ended since it was listed. */
function nanosecondsOf(pid: number, thread: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'), 10)
  } catch {
    return undefined
  }
}

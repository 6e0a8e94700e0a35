import { readdirSync, readFileSync } from 'node:fs'
import type { Usage } from '../http/usage.ts'

/** The processor time of all threads of a process, as Linux counts it; nobody counts its garbage. */
export function procUsage(pid: number): Usage {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) => nanosecondsOf(pid, thread))
  return { microseconds: nanoseconds.reduce((sum, each) => sum + each) / 1000, bytes: Number.NaN }
}

/** A thread that has ended meanwhile has none. */
function nanosecondsOf(pid: number, thread: string): number {
  try {
    return Number.parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'), 10)
  } catch {
    return 0
  }
}

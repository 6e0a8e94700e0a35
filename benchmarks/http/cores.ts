import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * True if servers can run on the first core and the load on another one. Without that, the measurement includes much
 * of the scheduler, which moves them. Needs two cores and `taskset` of Linux.
 */
export const canPin = availableParallelism() > 1 && hasTaskset()

/** Keeps every thread of a process on the first core. */
export function pinServer(pid: number): void {
  if (canPin) execFileSync('taskset', ['-apc', '0', String(pid)], { stdio: 'pipe' })
}

/** The words before a command that keep it off the first core. */
export const offServerCore: readonly string[] = canPin
  ? ['taskset', '-c', `1-${availableParallelism() - 1}`]
  : []

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

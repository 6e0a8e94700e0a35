import { isReserved } from './reserved-server.ts'

const parent = process.ppid

const interval = 500

/**
 * Calls `end` when the process that started this one is gone, where nobody but it could end this one: `fw dev`, or `npx`,
 * which passes a signal on to a shell in between that does not. Elsewhere a process may outlive its parent.
 */
export function whenOrphaned(end: () => void): void {
  const { npm_command: command, npm_lifecycle_event: script } = process.env
  if (!isReserved() && !(command === 'exec' && script === 'npx')) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, interval).unref()
}

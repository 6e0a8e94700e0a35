import type { Logger } from '../logging/logger.ts'
import { logThrown, toError } from '../logging/thrown.ts'

/**
 * Takes the place of what Node does where nobody listens: a rejection that nobody waits for is logged, and the process
 * goes on; an exception that nobody catches is logged and given to `end`.
 */
export function guardProcess(logger: () => Logger, end: (error: Error) => void): void {
  standIn('unhandledRejection', (error) => {
    logThrown(logger, 'error', 'A promise was rejected, and nobody awaits it.', { error })
  })
  standIn('uncaughtException', (error) => {
    logThrown(logger, 'error', 'Nobody caught an exception. The process ends.', { error })
    end(toError(error))
  })
}

/** Listens unless the application does, or until it does: its own listener then decides, as it does in Node. */
function standIn(
  event: 'unhandledRejection' | 'uncaughtException',
  listener: (error: unknown) => void,
): void {
  if (process.listenerCount(event) > 0) return
  process.on(event, listener)
  process.on('newListener', (name) => {
    if (name === event) process.off(event, listener)
  })
}

import type { Logger } from '../../base/logging/logger.ts'
import { toError, logThrown } from '../../base/logging/thrown.ts'

/**
 * Replaces Node's default handling: an unhandled rejection is logged and the process continues; an uncaught exception is
 * logged and passed to `end`.
 */
export function guardProcess(logger: () => Logger, end: (error: Error) => void): void {
  standIn('unhandledRejection', (error) => {
    logThrown(logger, 'error', 'A promise was rejected without a handler.', { error })
  })
  standIn('uncaughtException', (error) => {
    logThrown(logger, 'error', 'An exception was not caught. The process ends.', { error })
    end(toError(error))
  })
}

/**
 * Adds a listener unless the application has one. When the application adds one, removes this listener, so that the
 * behaviour is that of Node.
 */
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

import type { Logger } from '../../base/logging/logger.ts'
import { toError, logThrown } from '../../base/logging/thrown.ts'

/**
 * Replaces Node's default handling: for an unhandled rejection, logs it and continues; for an uncaught exception, logs
 * it and calls `end`.
 */
export function guardProcess(logger: () => Logger, end: (error: Error) => void): void {
  addDefaultListener('unhandledRejection', (error) => {
    logThrown(logger, 'error', 'A promise was rejected without a handler.', { error })
  })
  addDefaultListener('uncaughtException', (error) => {
    logThrown(logger, 'error', 'An exception was not caught. The process ends.', { error })
    end(toError(error))
  })
}

/**
 * Adds a listener unless the application has one. When the application adds one, this listener is removed, so that Node
 * behaves as the application expects.
 */
function addDefaultListener(
  event: 'unhandledRejection' | 'uncaughtException',
  listener: (error: unknown) => void,
): void {
  if (process.listenerCount(event) > 0) return
  process.on(event, listener)
  process.on('newListener', (name) => {
    if (name === event) process.off(event, listener)
  })
}

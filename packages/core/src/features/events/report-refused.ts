import type { AccessRefused } from '../access/access-refused.ts'
import type { Container } from '../../base/container/container.ts'
import { Logger } from '../../base/logging/logger.ts'
import { logThrown } from '../../base/logging/thrown.ts'
import { EventDispatcher } from './dispatcher.ts'

/**
 * Logs each rejected call, and dispatches it to listeners. Errors of listeners are logged and do not change the
 * response.
 */
export function reportRefused(container: Container): (refused: AccessRefused) => void {
  const logger = () => container.get(Logger)
  return (refused) => {
    const { reason, status, kind, name, scheme, principal } = refused
    const level = reason === 'no credential' ? 'debug' : 'warn'
    try {
      logger()[level]('Access was denied.', {
        reason,
        status,
        kind,
        name,
        ...(scheme && { scheme }),
        ...(principal && { principal: principal.key }),
      })
    } catch (error) {
      logThrown(logger, 'error', 'A denial could not be logged.', { error })
    }
    void notifyListeners(container, refused).catch((error: unknown) =>
      logThrown(logger, 'error', 'A listener for AccessRefused failed.', { error }),
    )
  }
}

async function notifyListeners(container: Container, refused: AccessRefused): Promise<void> {
  await container.get(EventDispatcher).dispatch(refused)
}

import type { Inspect } from '../http/dispatcher.ts'
import type { Logger } from '../logging/logger.ts'
import { logThrown } from '../logging/thrown.ts'
import type { DescribeApplication } from './describe-application.ts'

/** Compares everything that methods return with the document; a difference is logged, and becomes the answer. */
export function responseInspector(describe: DescribeApplication, logger: () => Logger): Inspect {
  return async (route, value) => {
    const [{ checkResponse }, described] = await Promise.all([
      import('./check-response.ts'),
      describe(),
    ])
    try {
      checkResponse(route, value, described)
    } catch (error) {
      logThrown(logger, 'error', 'A response differs from the document.', { error })
      throw error
    }
  }
}

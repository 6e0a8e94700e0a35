import type { Inspect } from '../http/dispatcher.ts'
import type { DescribeApplication } from './describe-application.ts'

/** Compares everything that methods return with the document; a difference becomes the answer. */
export function responseInspector(describe: DescribeApplication): Inspect {
  return async (route, value, form) => {
    const [{ checkResponse }, described] = await Promise.all([
      import('./check-response.ts'),
      describe(),
    ])
    checkResponse(route, value, described, form)
  }
}

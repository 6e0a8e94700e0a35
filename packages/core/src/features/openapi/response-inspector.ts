import type { Inspect } from '../../http/dispatcher.ts'
import type { DescribeApplication } from './describe-application.ts'

/** Compares every returned value with the document. A difference becomes an error response. */
export function responseInspector(describe: DescribeApplication): Inspect {
  return async (route, value, form) => {
    const [{ checkResponse }, described] = await Promise.all([
      import('./check-response.ts'),
      describe(),
    ])
    checkResponse(route, value, described, form)
  }
}

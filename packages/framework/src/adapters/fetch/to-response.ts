import { isBodiless, isResponse, isStream, type Answer } from '../../message/reply.ts'
import { withoutFraming } from '../../responses/declared-length.ts'
import { endingWith } from '../../responses/ending-with.ts'

/**
 * An answer as a web `Response`; one that a method returned passes through untouched. `report` is told
 * about a stream that fails. Throws where a status or header cannot be sent.
 */
export function toResponse(answer: Answer, report: (error: unknown) => void): Response {
  if (isResponse(answer)) return answer
  const { status, body } = answer
  // Of a body that is here the platform knows the length.
  const isWhole = body !== null && !isStream(body)
  const pairs = isWhole ? withoutFraming(answer.headers) : answer.headers
  const headers = new Headers()
  for (let index = 0; index < pairs.length; index += 2) {
    headers.append(pairs[index] as string, pairs[index + 1] as string)
  }
  if (isBodiless(status)) return new Response(null, { status, headers })
  if (!isStream(body)) return new Response(body, { status, headers })
  const reported = endingWith(body, (error) => error !== undefined && report(error))
  return new Response(reported, { status, headers })
}

import type { Answer } from '../../http/to-reply.ts'
import { endingWith } from '../../responses/ending-with.ts'
import { isBodiless } from '../../responses/reply.ts'

/**
 * An answer as a web `Response`; one that a method returned passes through untouched. `report` is told
 * about a stream that fails. Throws where a status or header cannot be sent.
 */
export function toResponse(answer: Answer, report: (error: unknown) => void): Response {
  if (answer instanceof Response) return answer
  const headers = new Headers()
  for (let index = 0; index < answer.headers.length; index += 2) {
    headers.append(answer.headers[index] as string, answer.headers[index + 1] as string)
  }
  const { status, body } = answer
  if (isBodiless(status)) return new Response(null, { status, headers })
  if (!(body instanceof ReadableStream)) return new Response(body, { status, headers })
  const reported = endingWith(body, (error) => error !== undefined && report(error))
  return new Response(reported, { status, headers })
}

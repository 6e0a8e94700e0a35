import type { Answer } from '../../http/to-reply.ts'

/** An answer as a web `Response`; one that a method returned passes through untouched. */
export function toResponse(answer: Answer): Response {
  if (answer instanceof Response) return answer
  const headers = new Headers()
  for (let index = 0; index < answer.headers.length; index += 2) {
    headers.append(answer.headers[index] as string, answer.headers[index + 1] as string)
  }
  return new Response(answer.body, { status: answer.status, headers })
}

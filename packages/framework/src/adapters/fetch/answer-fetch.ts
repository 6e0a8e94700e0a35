import type { HttpKernel } from '../../http/http-kernel.ts'
import { dropBody } from '../../http/without-body.ts'
import { FetchRequest } from './fetch-request.ts'
import { toResponse } from './to-response.ts'

/** Answers a web `Request`. */
export async function answerFetch(kernel: HttpKernel, request: Request): Promise<Response> {
  const incoming = new FetchRequest(request)
  const report = (error: unknown) => kernel.recover(error, incoming)
  const answer = await kernel.handle(incoming)
  try {
    return toResponse(incoming, answer, report)
  } catch (error) {
    dropBody(answer)
    return toResponse(incoming, report(error), report)
  }
}

import type { HttpKernel } from '../../http/http-kernel.ts'
import { dropBody } from '../../responses/without-body.ts'
import { FetchRequest } from './fetch-request.ts'
import { toResponse } from './to-response.ts'

/** Answers a web `Request`; `info` is what the platform gives beside it. */
export async function answerFetch(
  kernel: HttpKernel,
  request: Request,
  info: unknown,
): Promise<Response> {
  const incoming = new FetchRequest(request, info)
  const report = (error: unknown) => kernel.recover(error, incoming)
  const answer = await kernel.handle(incoming)
  try {
    return toResponse(incoming, answer, report)
  } catch (error) {
    dropBody(answer)
    return toResponse(incoming, report(error), report)
  }
}

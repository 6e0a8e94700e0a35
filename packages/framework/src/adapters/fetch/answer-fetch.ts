import type { HttpKernel } from '../../http/http-kernel.ts'
import { dropBody } from '../../responses/without-body.ts'
import type { Answer } from '../../message/reply.ts'
import { FetchRequest } from './fetch-request.ts'
import { toResponse } from './to-response.ts'

/** Answers a web `Request`, at once where the kernel does; `info` is what the platform gives beside it. Never rejects. */
export function answerFetch(
  kernel: HttpKernel,
  request: Request,
  info: unknown,
): Response | Promise<Response> {
  const incoming = new FetchRequest(request, info)
  const answer = kernel.handle(incoming)
  return answer instanceof Promise
    ? answer.then((settled) => respond(kernel, incoming, settled))
    : respond(kernel, incoming, answer)
}

function respond(kernel: HttpKernel, request: FetchRequest, answer: Answer): Response {
  const report = (error: unknown) => kernel.recover(error, request)
  try {
    return toResponse(request, answer, report)
  } catch (error) {
    dropBody(answer)
    return toResponse(request, report(error), report)
  }
}

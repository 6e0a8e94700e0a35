import { refuseAddress } from '../../http/routing/refuse-address.ts'
import type { Route } from '../../http/routing/route.ts'
import type { HttpError } from '../../message/http-error.ts'
import type { HttpRequest } from '../../message/http-request.ts'
import type { Answer, Reply } from '../../message/reply.ts'
import { dropBody } from '../../responses/without-body.ts'
import { FetchRequest } from './fetch-request.ts'
import { toResponse } from './to-response.ts'

/** What is asked: a kernel, or something in its place. None of these throws or rejects. */
export interface Asked {
  handle(request: HttpRequest, known?: Route): Answer | Promise<Answer>
  refuse(error: unknown, request: HttpRequest): Answer | Promise<Answer>
  recover(error: unknown, request: HttpRequest): Reply
}

/**
 * Answers a web `Request`, at once where the kernel does; `info` is what the platform gives beside it, `known` the route
 * that it has found. Never throws and never rejects.
 */
export function answerFetch(
  asked: Asked,
  request: Request,
  info: unknown,
  known?: Route,
): Response | Promise<Response> {
  const incoming = new FetchRequest(request, info, known?.path)
  const refused = known ? undefined : refuseHost(request)
  const answer = refused ? asked.refuse(refused, incoming) : asked.handle(incoming, known)
  return answer instanceof Promise
    ? answer.then((settled) => respond(asked, incoming, settled))
    : respond(asked, incoming, answer)
}

function respond(asked: Asked, request: FetchRequest, answer: Answer): Response {
  const report = (error: unknown) => asked.recover(error, request)
  try {
    return toResponse(request, answer, report)
  } catch (error) {
    dropBody(answer)
    return toResponse(request, report(error), report)
  }
}

const isDeno = 'Deno' in globalThis

/** Of a host that makes no address Deno makes another path, and Bun a URL that is only a path. */
function refuseHost(request: Request): HttpError | undefined {
  if (isDeno) return refuseAddress(request.headers.get('host') ?? '', '')
  return request.url.startsWith('/') ? refuseAddress(' ', '') : undefined
}

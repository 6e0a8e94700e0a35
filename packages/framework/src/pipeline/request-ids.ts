import { Config } from '../config/config.ts'
import { defaultBinding, type Resolver } from '../container/binding.ts'
import { Stage, type Middleware, type Next } from '../http/chain/middleware.ts'
import { inContext } from '../logging/current-context.ts'
import { adoptId, isForwarded, type HttpRequest } from '../message/http-request.ts'
import type { Reply } from '../message/reply.ts'

/** Puts the id by which the log knows the request on each answer, and on all lines that are written meanwhile. */
export class RequestIds implements Middleware {
  static readonly [defaultBinding] = (resolver: Resolver): RequestIds =>
    new RequestIds(idsOf(resolver.get(Config)) === 'trust')

  readonly #trusts: boolean

  /** Whether the id that a trusted proxy sends is adopted. */
  constructor(trusts: boolean) {
    this.#trusts = trusts
  }

  handle(request: HttpRequest, next: Next): Reply | Promise<Reply> {
    if (this.#trusts && isForwarded(request)) {
      const given = request.header('x-request-id')
      if (given !== undefined && form.test(given)) adoptId(request, given)
    }
    const { id: requestId } = request
    const traceId = traceOf(request.header('traceparent'))
    return inContext(traceId === undefined ? { requestId } : { requestId, traceId }, () =>
      next((reply) => exposed(reply.replacingHeader('x-request-id', requestId))),
    )
  }
}

Stage('observe')(RequestIds)

const form = /^[\w.:-]{1,128}$/u

const traceForm = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/u

/** The trace of a `traceparent` that is valid by W3C Trace Context. */
function traceOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const [, version, trace, parent, rest] = traceForm.exec(header) ?? []
  const isOfItsVersion = version !== 'ff' && (version !== '00' || rest === undefined)
  const isZero = [trace, parent].some((id) => id === undefined || /^0+$/.test(id))
  return isOfItsVersion && !isZero ? trace : undefined
}

/** How requests are named in answers; undefined where they are not. */
export function idsOf(config: Config): 'true' | 'trust' | undefined {
  const found = config.oneOf('FW_REQUEST_ID', ['true', 'trust', 'false'], 'false')
  return found === 'false' ? undefined : found
}

/** A page of another origin that may read the answer may read its id. */
function exposed(reply: Reply): Reply {
  if (reply.header('access-control-allow-origin') === undefined) return reply
  const others = reply.header('access-control-expose-headers')
  const all = others === undefined ? 'X-Request-Id' : `${others}, X-Request-Id`
  return reply.replacingHeader('access-control-expose-headers', all)
}

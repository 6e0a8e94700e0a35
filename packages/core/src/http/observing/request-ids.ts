import { isPromise, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Config } from '../../base/config/config.ts'
import { inContext } from '../../base/logging/current-context.ts'
import type { HttpRequest } from '../message/http-request.ts'
import { appended, HeaderNameMap } from '../message/header-list.ts'
import { Reply, ResponseReply, type ReplyOrResponse } from '../message/reply.ts'
import type { ErrorReplies } from '../error-handling/error-replies.ts'
import { refuseRead } from '../responses/refuse-read.ts'

/** Returns the reply to an error if the response cannot be sent. */
export type Recover = ErrorReplies['recover']

/** Adds the request id to each response, and to all lines that are logged during the request. */
export class RequestIds {
  readonly #trustsProxies: boolean

  private constructor(trustsProxies: boolean) {
    this.#trustsProxies = trustsProxies
  }

  /** Creates an instance. Returns undefined if request ids are not enabled. Throws `ConfigValueInvalid`. */
  static of(config: Config): RequestIds | undefined {
    const setting = config.oneOf('FW_REQUEST_ID', ['true', 'trust', 'false'], 'false')
    return setting === 'false' ? undefined : new RequestIds(setting === 'trust')
  }

  /** Handles a request in the context of its id. `respond` never throws and never rejects. */
  handle(
    request: HttpRequest,
    respond: () => MaybePromise<ReplyOrResponse>,
    recover: Recover,
  ): MaybePromise<ReplyOrResponse> {
    if (this.#trustsProxies && request.isForwarded) {
      const forwardedId = request.header('x-request-id')
      if (forwardedId !== undefined && idPattern.test(forwardedId)) request.adoptId(forwardedId)
    }
    const { id: requestId } = request
    const traceId = traceOf(request.header('traceparent'))
    const response = inContext(
      traceId === undefined ? { requestId } : { requestId, traceId },
      respond,
    )
    return isPromise(response)
      ? response.then((settled) => withRequestId(settled, request, recover))
      : withRequestId(response, request, recover)
  }
}

const idPattern = /^[\w.:-]{1,128}$/u

const tracePattern = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/u

/** Returns the trace id of a `traceparent` header that is valid according to W3C Trace Context. */
function traceOf(traceparent: string | undefined): string | undefined {
  if (traceparent === undefined) return undefined
  const [, version, trace, parent, rest] = tracePattern.exec(traceparent) ?? []
  const isOfItsVersion = version !== 'ff' && (version !== '00' || rest === undefined)
  const isZero = [trace, parent].some((id) => id === undefined || /^0+$/.test(id))
  return isOfItsVersion && !isZero ? trace : undefined
}

function withRequestId(response: ReplyOrResponse, request: HttpRequest, recover: Recover): Reply {
  try {
    const reply = response instanceof Reply ? response : refuseRead(new ResponseReply(response))
    return addId(reply, request.id)
  } catch (error) {
    return withId(recover(error, request), request.id)
  }
}

const idHeader = 'x-request-id'
const allowOriginHeader = 'access-control-allow-origin'
const exposeHeader = 'access-control-expose-headers'
const bits = { id: 1, allows: 2, exposes: 4 }
const relevantHeaders = new HeaderNameMap([
  [idHeader, bits.id],
  [allowOriginHeader, bits.allows],
  [exposeHeader, bits.exposes],
])

/** Adds the id. Most replies have no id yet, and need only one pass over the headers and one copy. */
function addId(reply: Reply, id: string): Reply {
  const { headers } = reply
  let seenBits = 0
  let exposeIndex = 0
  for (let index = 0; index < headers.length; index += 2) {
    const bit = relevantHeaders.get(headers[index] as string) ?? 0
    if (bit === bits.exposes) exposeIndex = index + 1
    // If a header is repeated, the slower code below adds the id.
    seenBits = (seenBits & bit) === 0 ? seenBits | bit : bits.id
  }
  // The list is not shared, because every reply has a different id.
  if (seenBits === 0) return reply.withHeaders(appended(headers, idHeader, id))
  if (seenBits !== (bits.allows | bits.exposes)) return exposeId(withId(reply, id))
  const all = appended(headers, idHeader, id)
  all[exposeIndex] += ', X-Request-Id'
  return reply.withHeaders(all)
}

function withId(reply: Reply, id: string): Reply {
  return reply.header(idHeader) === undefined
    ? reply.withHeader(idHeader, id)
    : reply.replacingHeader(idHeader, id)
}

/** Allows pages of other origins to read the id, if they may read the response. */
function exposeId(reply: Reply): Reply {
  if (reply.header(allowOriginHeader) === undefined) return reply
  const existing = reply.header(exposeHeader)
  const all = existing === undefined ? 'X-Request-Id' : `${existing}, X-Request-Id`
  return reply.replacingHeader(exposeHeader, all)
}

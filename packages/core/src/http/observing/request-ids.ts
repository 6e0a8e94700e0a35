import { isPromise, type MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Config } from '../../base/config/config.ts'
import { inContext } from '../../base/logging/current-context.ts'
import type { HttpRequest } from '../message/http-request.ts'
import { appended, ByHeaderName } from '../message/header-list.ts'
import { Reply, ResponseReply, type ReplyOrResponse } from '../message/reply.ts'
import type { ErrorReplies } from '../error-handling/error-replies.ts'
import { refuseRead } from '../responses/refuse-read.ts'

/** Returns the reply to an error if the response cannot be sent. */
export type Recover = ErrorReplies['recover']

/** Adds the request id to each response, and to all lines that are logged during the request. */
export class RequestIds {
  readonly #trusts: boolean

  private constructor(trusts: boolean) {
    this.#trusts = trusts
  }

  /** Returns undefined if request ids are not enabled. Throws `ConfigValueInvalid`. */
  static of(config: Config): RequestIds | undefined {
    const found = config.oneOf('FW_REQUEST_ID', ['true', 'trust', 'false'], 'false')
    return found === 'false' ? undefined : new RequestIds(found === 'trust')
  }

  /** Handles a request in the context of its id. `respond` never throws and never rejects. */
  around(
    request: HttpRequest,
    respond: () => MaybePromise<ReplyOrResponse>,
    recover: Recover,
  ): MaybePromise<ReplyOrResponse> {
    if (this.#trusts && request.isForwarded) {
      const given = request.header('x-request-id')
      if (given !== undefined && form.test(given)) request.adoptId(given)
    }
    const { id: requestId } = request
    const traceId = traceOf(request.header('traceparent'))
    const found = inContext(traceId === undefined ? { requestId } : { requestId, traceId }, respond)
    return isPromise(found)
      ? found.then((settled) => identified(settled, request, recover))
      : identified(found, request, recover)
  }
}

const form = /^[\w.:-]{1,128}$/u

const traceForm = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/u

/** Returns the trace id of a `traceparent` header that is valid according to W3C Trace Context. */
function traceOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const [, version, trace, parent, rest] = traceForm.exec(given) ?? []
  const isOfItsVersion = version !== 'ff' && (version !== '00' || rest === undefined)
  const isZero = [trace, parent].some((id) => id === undefined || /^0+$/.test(id))
  return isOfItsVersion && !isZero ? trace : undefined
}

function identified(respond: ReplyOrResponse, request: HttpRequest, recover: Recover): Reply {
  try {
    const reply = respond instanceof Reply ? respond : refuseRead(new ResponseReply(respond))
    return namedBy(reply, request.id)
  } catch (error) {
    return withId(recover(error, request), request.id)
  }
}

const header = 'x-request-id'
const allowing = 'access-control-allow-origin'
const exposing = 'access-control-expose-headers'
const bits = { id: 1, allows: 2, exposes: 4 }
const notable = new ByHeaderName([
  [header, bits.id],
  [allowing, bits.allows],
  [exposing, bits.exposes],
])

/** Adds the id in one pass over the headers and with one copy, because most replies have no id yet. */
function namedBy(reply: Reply, id: string): Reply {
  const { headers } = reply
  let found = 0
  let place = 0
  for (let index = 0; index < headers.length; index += 2) {
    const bit = notable.get(headers[index] as string) ?? 0
    if (bit === bits.exposes) place = index + 1
    // If a header is repeated, the slower code below adds the id.
    found = (found & bit) === 0 ? found | bit : bits.id
  }
  // The list is not shared, because every reply has a different id.
  if (found === 0) return reply.withHeaders(appended(headers, header, id))
  if (found !== (bits.allows | bits.exposes)) return exposed(withId(reply, id))
  const all = appended(headers, header, id)
  all[place] += ', X-Request-Id'
  return reply.withHeaders(all)
}

function withId(reply: Reply, id: string): Reply {
  return reply.header(header) === undefined
    ? reply.withHeader(header, id)
    : reply.replacingHeader(header, id)
}

/** Allows pages of other origins to read the id, if they may read the response. */
function exposed(reply: Reply): Reply {
  if (reply.header(allowing) === undefined) return reply
  const others = reply.header(exposing)
  const all = others === undefined ? 'X-Request-Id' : `${others}, X-Request-Id`
  return reply.replacingHeader(exposing, all)
}

import { addCookies } from '../../message/cookies.ts'
import { exchangeOf, type Exchange, type HttpRequest } from '../../message/http-request.ts'
import { Reply, ResponseReply, type Answer } from '../../message/reply.ts'
import { soon } from '../../message/soon.ts'
import { dropBody } from '../../responses/without-body.ts'

/**
 * The answer with everything that waited for its status, such as cookies, as `leave` passes it on. A second call changes
 * nothing.
 */
export function finishHead(
  request: HttpRequest,
  answer: Answer,
  recover: (error: unknown, request: HttpRequest) => Reply | Promise<Reply>,
  leave: (answer: Answer) => Answer,
): Answer | Promise<Answer> {
  const exchange = exchangeOf(request)
  if (!exchange || exchange.isHeadSent) return leave(answer)
  if (!exchange.head && !exchange.cookies) {
    exchange.isHeadSent = true
    return leave(answer)
  }
  const fail = (error: unknown) => {
    exchange.isHeadSent = true
    dropBody(answer)
    return soon(recover(error, request), leave)
  }
  try {
    const reply = answer instanceof Reply ? answer : new ResponseReply(answer)
    const finished = finish(exchange, reply)
    return finished instanceof Promise ? finished.then(leave, fail) : leave(finished)
  } catch (error) {
    return fail(error)
  }
}

/** Makes all changes from an index on, without a promise if none of them returns one. */
function finish(exchange: Exchange, reply: Reply, place = 0): Reply | Promise<Reply> {
  const change = exchange.head?.[place]
  if (change) {
    return soon(change(reply), (changed) => finish(exchange, changed, place + 1))
  }
  exchange.isHeadSent = true
  return exchange.cookies ? addCookies(exchange.cookies, reply) : reply
}

import { addCookies } from '../../message/cookies.ts'
import { exchangeOf, type Exchange, type HttpRequest } from '../../message/http-request.ts'
import { Reply, ResponseReply, type Answer } from '../../message/reply.ts'
import { dropBody } from '../../responses/without-body.ts'

/** The answer with everything that waited for its status, such as cookies. A second call returns the answer unchanged. */
export function finishHead(
  request: HttpRequest,
  answer: Answer,
  recover: (error: unknown, request: HttpRequest) => Reply | Promise<Reply>,
): Answer | Promise<Answer> {
  const exchange = exchangeOf(request)
  if (!exchange || exchange.isHeadSent) return answer
  if (!exchange.head && !exchange.cookies) {
    exchange.isHeadSent = true
    return answer
  }
  const fail = (error: unknown) => {
    exchange.isHeadSent = true
    dropBody(answer)
    return recover(error, request)
  }
  try {
    const reply = answer instanceof Reply ? answer : new ResponseReply(answer)
    const finished = finish(exchange, reply)
    return finished instanceof Promise ? finished.catch(fail) : finished
  } catch (error) {
    return fail(error)
  }
}

/** Makes all changes from an index on, without a promise if none of them returns one. */
function finish(exchange: Exchange, reply: Reply, place = 0): Reply | Promise<Reply> {
  const change = exchange.head?.[place]
  if (change) {
    const changed = change(reply)
    return changed instanceof Promise
      ? changed.then((settled) => finish(exchange, settled, place + 1))
      : finish(exchange, changed, place + 1)
  }
  exchange.isHeadSent = true
  return exchange.cookies ? addCookies(exchange.cookies, reply) : reply
}

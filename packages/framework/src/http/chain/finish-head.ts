import { addCookies } from '../../message/cookies.ts'
import { exchangeOf, type Exchange, type HttpRequest } from '../../message/http-request.ts'
import { Reply, ResponseReply, type Answer } from '../../message/reply.ts'
import { soon, type Soon } from '../../message/soon.ts'
import { dropBody } from '../../responses/without-body.ts'

/**
 * Applies pending changes of the head, such as cookies, and passes the response through `leave`. Calling it again has
 * no effect.
 */
export function finishHead(
  request: HttpRequest,
  answer: Answer,
  recover: (error: unknown, request: HttpRequest) => Soon<Reply>,
  leave: (answer: Answer) => Answer,
): Soon<Answer> {
  const exchange = exchangeOf(request)
  if (!exchange || exchange.isHeadSent) return leave(answer)
  if (!exchange.head && !exchange.cookies) {
    exchange.isHeadSent = true
    return leave(answer)
  }
  return finish(exchange, answer, leave, (error) => {
    exchange.isHeadSent = true
    dropBody(answer)
    return soon(recover(error, request), leave)
  })
}

/** Applies the changes from an index on. Synchronous if none of them returns a promise. */
function finish(
  exchange: Exchange,
  answer: Answer,
  leave: (answer: Answer) => Answer,
  fail: (error: unknown) => Soon<Answer>,
  place = 0,
): Soon<Answer> {
  try {
    const reply = answer instanceof Reply ? answer : new ResponseReply(answer)
    const change = exchange.head?.[place]
    if (change) {
      const goOn = (changed: Reply) => finish(exchange, changed, leave, fail, place + 1)
      return soon(change(reply), goOn, fail)
    }
    exchange.isHeadSent = true
    return exchange.cookies ? soon(addCookies(exchange.cookies, reply), leave, fail) : leave(reply)
  } catch (error) {
    return fail(error)
  }
}

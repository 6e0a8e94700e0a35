import { addCookies } from '../../message/cookies.ts'
import { exchangeOf, type Exchange, type HttpRequest } from '../../message/http-request.ts'
import { Reply, ResponseReply, type Answer } from '../../message/reply.ts'
import { dropBody } from '../../responses/without-body.ts'

/** The answer with all that waited for its status, such as cookies. A second call gives the answer as it is. */
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
  return finish(exchange, answer).catch((error: unknown) => {
    exchange.isHeadSent = true
    dropBody(answer)
    return recover(error, request)
  })
}

async function finish(exchange: Exchange, answer: Answer): Promise<Answer> {
  let reply = answer instanceof Reply ? answer : new ResponseReply(answer)
  for (const change of exchange.head ?? []) reply = await change(reply)
  exchange.isHeadSent = true
  return exchange.cookies ? addCookies(exchange.cookies, reply) : reply
}

import { exchangeOf, type HttpRequest } from '../message/http-request.ts'

/** Ends the services of a request: at once, or when work ends that goes on after the answer. Nobody waits for that. */
export function afterLateWork(
  request: HttpRequest,
  end: () => PromiseLike<unknown>,
): PromiseLike<unknown> {
  const exchange = exchangeOf(request)
  if (!exchange?.late) return end()
  exchange.late.then(end).catch((error: unknown) => exchange.plan.report(error, request))
  return Promise.resolve()
}

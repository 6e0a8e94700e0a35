import { Config } from '../config/config.ts'
import { defaultBinding, type Resolver } from '../container/binding.ts'
import { shortened } from '../http/routing/method-not-allowed.ts'
import { Stage, type Middleware, type Next } from '../http/chain/middleware.ts'
import { infoSoon, Logger } from '../logging/logger.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { Reply } from '../message/reply.ts'

/** nginx's status for a client that left before there was an answer. */
const clientLeft = 499

/** Writes a line for each answer once it was sent, and warns of slow ones. No query, no headers and no bodies: secrets live there. */
export class AccessLog implements Middleware {
  static readonly [defaultBinding] = (resolver: Resolver): AccessLog =>
    new AccessLog(
      resolver.get(Logger),
      accessLogOf(resolver.get(Config)),
      slowRequestOf(resolver.get(Config)),
    )

  readonly #logger: Logger
  readonly #which: AccessLogName | undefined
  readonly #slow: number

  /** `slow` is the time in milliseconds from which on an answer is warned of. */
  constructor(logger: Logger, which: AccessLogName | undefined, slow = Infinity) {
    this.#logger = logger
    this.#which = which
    this.#slow = slow
  }

  handle(request: HttpRequest, next: Next): Reply | Promise<Reply> {
    const start = performance.now()
    // A connection that has ended no longer tells its address.
    const { ip, method } = request
    request.onSent(({ status: sent, bytes, aborted }) => {
      const status = sent || clientLeft
      const milliseconds = Math.round((performance.now() - start) * 1000) / 1000
      const isSlow = milliseconds >= this.#slow
      const isLogged = this.#which === 'all' || (this.#which === 'errors' && status >= 400)
      if (!isLogged && !isSlow) return
      const path = shortened(request.path)
      const facts = {
        method,
        path,
        route: request.route?.path,
        status,
        milliseconds,
        bytes,
        requestId: request.id,
        remote: ip,
        ...(aborted && { aborted }),
      }
      const line = `${method} ${path} ${status}`
      if (isLogged && status >= 500) this.#logger.error(line, facts)
      else if (isLogged) infoSoon(this.#logger, line, facts)
      if (isSlow) this.#logger.warn('A request was slow.', facts)
    })
    return next()
  }
}

Stage('observe')(AccessLog)

type AccessLogName = 'all' | 'errors'

/** From how many milliseconds on a request is warned of; `Infinity` where none is. */
export function slowRequestOf(config: Config): number {
  return config.duration('FW_SLOW_REQUEST', Infinity)
}

/** Which answers are logged; undefined where none are. */
export function accessLogOf(config: Config): AccessLogName | undefined {
  const found = config.oneOf('FW_ACCESS_LOG', ['all', 'errors', 'off'], 'off')
  return found === 'off' ? undefined : found
}

import { Config } from '../config/config.ts'
import { defaultBinding, type Resolver } from '../container/binding.ts'
import { shortened } from '../http/routing/method-not-allowed.ts'
import { Stage, type Middleware, type Next } from '../http/chain/middleware.ts'
import { Logger } from '../logging/logger.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { Reply } from '../message/reply.ts'

/** nginx's status for a client that left before there was an answer. */
const clientLeft = 499

/** Writes a line for each answer once it was sent. No query, no headers and no bodies: secrets live there. */
export class AccessLog implements Middleware {
  static readonly [defaultBinding] = (resolver: Resolver): AccessLog =>
    new AccessLog(resolver.get(Logger), accessLogOf(resolver.get(Config)) === 'errors')

  readonly #logger: Logger
  readonly #isForErrors: boolean

  constructor(logger: Logger, isForErrors: boolean) {
    this.#logger = logger
    this.#isForErrors = isForErrors
  }

  handle(request: HttpRequest, next: Next): Reply | Promise<Reply> {
    const start = performance.now()
    // A connection that has ended no longer tells its address.
    const { ip, method } = request
    request.onSent(({ status: sent, bytes, aborted }) => {
      const status = sent || clientLeft
      if (this.#isForErrors && status < 400) return
      const path = shortened(request.path)
      this.#logger[status >= 500 ? 'error' : 'info'](`${method} ${path} ${status}`, {
        method,
        path,
        route: request.route?.path,
        status,
        milliseconds: Math.round((performance.now() - start) * 1000) / 1000,
        bytes,
        requestId: request.id,
        remote: ip,
        ...(aborted && { aborted }),
      })
    })
    return next()
  }
}

Stage('observe')(AccessLog)

/** Which answers are logged; undefined where none are. */
export function accessLogOf(config: Config): 'all' | 'errors' | undefined {
  const found = config.oneOf('FW_ACCESS_LOG', ['all', 'errors', 'off'], 'off')
  return found === 'off' ? undefined : found
}

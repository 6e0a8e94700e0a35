import {
  Application,
  Container,
  Cors,
  Get,
  type HttpRequest,
  Kernel,
  type Middleware,
  type Next,
  RateLimit,
  Router,
  Stage,
  Use,
} from 'fw'
import { serve } from 'fw/node'
import { address, contentSecurityPolicy, limit, origin, referrerPolicy } from '../shop.ts'

process.env.FW_REQUEST_ID = 'true'

const securityHeaders = [
  ['content-security-policy', contentSecurityPolicy],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['origin-agent-cluster', '?1'],
  ['referrer-policy', referrerPolicy],
  ['x-content-type-options', 'nosniff'],
  ['x-dns-prefetch-control', 'off'],
  ['x-download-options', 'noopen'],
  ['x-frame-options', 'SAMEORIGIN'],
  ['x-permitted-cross-domain-policies', 'none'],
  ['x-xss-protection', '0'],
] as const

@Stage('respond')
class SecurityHeaders implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    return next((reply) => {
      const lacking = securityHeaders.filter(([name]) => reply.header(name) === undefined)
      return reply.withHeaders(reply.headers.concat(...lacking))
    })
  }
}

@Application()
@Cors({ origins: origin })
@Use(SecurityHeaders)
@RateLimit(limit, '1s')
class Shop {}

class Hello {
  @Get('/guarded')
  guarded() {
    return { message: 'Hello, World!' }
  }
}

const router = new Router().register(Shop).register(Hello)
await serve(new Kernel(new Container().boot(), router), address)

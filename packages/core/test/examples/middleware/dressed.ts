import {
  Application,
  type HttpRequest,
  type Middleware,
  type Next,
  Stage,
  Use,
} from '@fw/core'

/**
 * Adds a header to every response, including errors: no page of another
 * site can show it in a frame.
 */
@Stage('respond')
export class NoFrames implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    return next((reply) => {
      return reply.replacingHeader('x-frame-options', 'DENY')
    })
  }
}

@Application()
@Use(NoFrames)
export class Shop {}

import {
  Application,
  type HttpRequest,
  Logger,
  type Middleware,
  type Next,
  Stage,
  Use,
} from '@fw/core'

/** Logs requests that took more than a second to their last byte. */
@Stage('observe')
export class SlowRequests implements Middleware {
  constructor(private readonly logger: Logger) {}

  handle(request: HttpRequest, next: Next) {
    const start = performance.now()
    request.onSent(({ status }) => {
      const milliseconds = Math.round(performance.now() - start)
      const route = request.route?.path
      if (milliseconds > 1000) {
        this.logger.warn('Slow.', { route, status, milliseconds })
      }
    })
    return next()
  }
}

@Application()
@Use(SlowRequests)
export class Shop {}

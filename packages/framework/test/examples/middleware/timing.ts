import { Application, type HttpRequest, type Middleware, type Next, Stage, Use } from 'fw'

/** Says how long an answer took. */
@Stage('observe')
export class Timing implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    const start = performance.now()
    return next((reply) =>
      reply.withHeader('server-timing', `app;dur=${(performance.now() - start).toFixed(1)}`),
    )
  }
}

@Application()
@Use(Timing)
export class Shop {}

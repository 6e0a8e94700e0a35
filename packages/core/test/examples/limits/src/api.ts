import {
  Application,
  Get,
  Provides,
  RateLimit,
  Stage,
  Use,
} from '@fw/core'
import {
  HttpError,
  type HttpRequest,
  type Middleware,
  type Next,
} from '@fw/core'

class Caller {
  constructor(readonly key: string) {}
}

@Stage('authenticate')
@Provides(Caller)
class WithKey implements Middleware {
  handle(request: HttpRequest, next: Next) {
    const key = request.header('x-api-key')
    if (key === undefined) {
      throw new HttpError(401, 'Send your key as X-Api-Key.')
    }
    request.provide(Caller, new Caller(key))
    return next()
  }
}

@Application()
@RateLimit(300, '1m')
export class Api {}

@Use(WithKey)
export class Searches {
  @RateLimit(300, '1m')
  @RateLimit(2, '10s', { by: (request) => request.get(Caller).key })
  @Get('/search')
  search() {
    return []
  }

  @RateLimit(false)
  @Get('/status')
  status() {
    return 'up'
  }
}

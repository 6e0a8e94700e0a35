import {
  Application,
  Get,
  type HttpRequest,
  type int,
  Logger,
  type Middleware,
  type Next,
  Provides,
  Stage,
  Use,
} from '@fw/core'

type Facts = Readonly<Record<string, unknown>>

/** Writes log lines with the data of their request. */
export class RequestLog {
  constructor(
    private readonly logger: Logger,
    private readonly facts: Facts,
  ) {}

  info(message: string, details: Facts = {}) {
    this.logger.info(message, { ...this.facts, ...details })
  }
}

@Stage('observe')
@Provides(RequestLog)
export class LogsPerRequest implements Middleware {
  constructor(private readonly logger: Logger) {}

  handle(request: HttpRequest, next: Next) {
    const facts = { request: request.id, route: request.route?.path }
    request.provide(RequestLog, new RequestLog(this.logger, facts))
    return next()
  }
}

@Application()
@Use(LogsPerRequest)
export class Shop {}

export class Stock {
  constructor(private readonly log: RequestLog) {}

  take(id: int) {
    this.log.info('Taken from stock.', { id })
  }
}

export class Orders {
  constructor(private readonly stock: Stock) {}

  @Get('/orders/{id}')
  order(id: int, log: RequestLog) {
    log.info('Ordered.', { id })
    this.stock.take(id)
    return { id }
  }
}

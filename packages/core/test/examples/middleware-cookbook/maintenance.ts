import {
  Application,
  Get,
  type HttpRequest,
  type Middleware,
  type Next,
  Reply,
  Stage,
  type Target,
  Use,
} from '@fw/core'

/** Switched by the operators of the application. */
export class Maintenance {
  isOn = false
}

@Stage('admit')
export class ClosedForMaintenance implements Middleware {
  constructor(private readonly maintenance: Maintenance) {}

  /** Called at boot: the health check has no middleware. */
  static appliesTo({ path }: Target) {
    return path !== '/health'
  }

  handle(_request: HttpRequest, next: Next) {
    if (!this.maintenance.isOn) return next()
    return Reply.error(503, 'We are back in ten minutes.', {
      headers: { 'retry-after': '600' },
    })
  }
}

@Application()
@Use(ClosedForMaintenance)
export class Shop {}

export class Pages {
  @Get('/')
  home() {
    return 'Welcome.'
  }

  @Get('/health')
  health() {
    return 'up'
  }
}

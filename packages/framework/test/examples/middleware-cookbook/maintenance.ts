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
} from 'fw'

/** Switched by whoever operates the application. */
export class Maintenance {
  isOn = false
}

@Stage('admit')
export class ClosedForMaintenance implements Middleware {
  constructor(private readonly maintenance: Maintenance) {}

  /** Asked at boot: nothing stands around the health check. */
  static appliesTo({ path }: Target) {
    return path !== '/health'
  }

  handle(_request: HttpRequest, next: Next) {
    if (!this.maintenance.isOn) return next()
    return Reply.error(503, 'We are back in ten minutes.', { headers: { 'retry-after': '600' } })
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

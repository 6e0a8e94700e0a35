import { Application, Get, RateLimit } from 'fw'

@Application()
@RateLimit(100, '1m')
export class LimitedShop {}

export class Reports {
  @RateLimit(5, '1h', { burst: 2 })
  @Get('/reports')
  report() {
    return 'report'
  }
}

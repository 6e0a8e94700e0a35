import { Application, Get, RateLimit, Timeout } from '@fw/core'

@Application()
@RateLimit(100, '1m')
@Timeout('30s')
export class LimitedShop {}

export class Reports {
  @RateLimit(5, '1h', { burst: 2 })
  @Timeout('2m', { status: 504 })
  @Get('/reports')
  report() {
    return 'report'
  }
}

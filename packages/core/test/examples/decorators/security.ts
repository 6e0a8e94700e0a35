import {
  Application,
  Cors,
  Get,
  Post,
  SameOrigin,
  SecurityHeaders,
} from '@fw/core'

@Application()
@SecurityHeaders({ hsts: 'max-age=86400' })
@SameOrigin()
export class Shop {}

@Cors((config) => ({ origins: config.list('SHOP_ORIGINS', []) }))
export class Stock {
  @Get('/stock')
  all() {
    return []
  }

  @Post('/stock')
  add() {
    return 'added'
  }
}

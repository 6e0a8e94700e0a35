import { Cors, Get } from 'fw'

@Cors((config) => ({ origins: config.list('SHOP_ORIGINS', []) }))
export class Stock {
  @Get('/stock')
  all() {
    return []
  }
}

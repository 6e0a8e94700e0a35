import { Application, Cors, Get } from '@fw/core'

@Application()
@Cors({
  origins: ['https://shop.example', 'https://*.shop.example'],
  credentials: true,
})
export class Shop {}

export class Prices {
  @Get('/cart')
  cart() {
    return []
  }

  @Cors({ origins: '*' })
  @Get('/prices')
  prices() {
    return [{ sku: 'tea', price: 3 }]
  }
}

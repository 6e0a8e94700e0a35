import { Application, Body, Post, SameOrigin } from '@fw/core'

@Application()
@SameOrigin({ trusted: ['https://partner.example'] })
export class Shop {}

class Order {
  constructor(readonly sku: string) {}
}

export class Orders {
  @Post('/orders')
  create(@Body() order: Order) {
    return order
  }

  @SameOrigin(false)
  @Post('/payments/notify')
  notify() {
    return 'thanks'
  }
}

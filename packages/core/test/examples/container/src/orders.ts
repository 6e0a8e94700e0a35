import { Post } from '@fw/core'
import { CurrentUser } from './current-user.ts'
import { Mailer } from './mailer.ts'

class Prices {
  of(sku: string): number {
    return sku.length * 10
  }
}

export class Orders {
  constructor(
    private readonly prices: Prices,
    private readonly mailer: Mailer,
    private readonly user: CurrentUser,
  ) {}

  @Post('/orders/{sku}', { status: 201 })
  create(sku: string) {
    this.mailer.send(this.user.email, `You have ordered ${sku}.`)
    return { sku, price: this.prices.of(sku) }
  }
}

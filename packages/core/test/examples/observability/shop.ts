import { Get } from '@fw/core'
import { Metrics, type Counter } from '@fw/telemetry'

export class Shop {
  readonly #sold: Counter

  constructor(metrics: Metrics) {
    this.#sold = metrics.counter('shop_sold_total', 'Books sold.', [
      'shelf',
    ])
  }

  @Get('/buy/{shelf}')
  buy(shelf: string) {
    this.#sold.add(1, { shelf })
    return 'Thank you.'
  }
}

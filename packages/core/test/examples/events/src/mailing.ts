import { Listener } from '@fw/core'
import { OrderTaken } from './order-taken.ts'
import { Outbox } from './outbox.ts'

export class Mailing {
  constructor(private readonly outbox: Outbox) {}

  @Listener()
  async confirm(event: OrderTaken) {
    await this.outbox.add(
      event.email,
      `Thank you for order ${event.id}.`,
    )
  }
}

import { EventDispatcher, Post, type int } from '@fw/core'
import { OrderTaken } from './order-taken.ts'

export class Orders {
  constructor(private readonly events: EventDispatcher) {}

  @Post('/orders/{id}')
  async take(id: int) {
    await this.events.dispatch(new OrderTaken(id, 'ada@example.com'))
  }
}

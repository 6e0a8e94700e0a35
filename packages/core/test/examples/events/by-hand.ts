// #region program
import {
  Container,
  EventDispatcher,
  EventListenerRegistry,
} from '@fw/core'
import { Mailing } from './src/mailing.ts'
import { OrderTaken } from './src/order-taken.ts'
import { Outbox } from './src/outbox.ts'

const listeners = new EventListenerRegistry().register(Mailing)
const container = new Container()
  .instance(EventListenerRegistry, listeners)
  .boot()

await container
  .get(EventDispatcher)
  .dispatch(new OrderTaken(1, 'ada@example.com'))
console.log(container.get(Outbox).mails)
// [ 'ada@example.com: Thank you for order 1.' ]
// #endregion
export { container }

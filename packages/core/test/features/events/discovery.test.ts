import { expect, test } from 'vitest'
import { Container } from '../../../src/base/container/container.ts'
import { EventDispatcher } from '../../../src/features/events/dispatcher.ts'
import {
  EventListenerDiscovery,
  EventListenerRegistry,
} from '../../../src/features/events/registry.ts'
import { importableApplication } from '../../support/temporary-application.ts'

test('the listeners of an application are discovered and reached', async () => {
  const root = importableApplication({
    'package.json': '{ "type": "module" }',
    'src/order-taken.ts': 'export class OrderTaken { constructor(readonly ids: number[]) {} }\n',
    'src/mailing.ts': `import { Listener } from '@fw/core'
import { OrderTaken } from './order-taken.ts'
export class Mailing {
  @Listener() onOrder(event: OrderTaken) { event.ids.push(2) }
}
`,
    'src/billing.ts': `import { Listener } from '@fw/core'
import { OrderTaken } from './order-taken.ts'
export class Billing {
  @Listener() onOrder(event: OrderTaken) { event.ids.push(1) }
}
`,
  })
  const { OrderTaken } = await import(/* @vite-ignore */ `${root}/src/order-taken.ts`)
  const registry = await EventListenerDiscovery.discover(root)
  const container = new Container().instance(EventListenerRegistry, registry).boot()
  const event = new OrderTaken([])

  await container.get(EventDispatcher).dispatch(event)

  expect(event.ids).toEqual([1, 2])
})

import { Hydrator, type int } from '@fw/core'

class Line {
  constructor(
    readonly sku: string,
    readonly quantity: int,
  ) {}
}

class Order {
  constructor(
    readonly lines: Line[],
    readonly deliverOn: Date | null = null,
  ) {}
}

const hydrator = new Hydrator()
const order = hydrator.hydrate(Order, {
  lines: [{ sku: 'A-1', quantity: 2 }],
})
console.log(order.lines[0] instanceof Line, order.deliverOn)

try {
  hydrator.hydrate(Order, {
    lines: [{ sku: 'A-1', quantity: 1.5 }],
    deliverOn: 'tomorrow',
  })
} catch (error) {
  console.log((error as Error & { errors: object }).errors)
}

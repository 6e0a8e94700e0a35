import type { Order } from 'no-such-package'
export class A {
  constructor(readonly order: Order) {}
}

class Order {}
interface Sent extends Order {
  at: Date
}
export class A {
  constructor(readonly sent: Sent) {}
}

// cannot read the type "Order" at packages/transform/test/diagnostics/interface-of-class.ts:2:24: an interface takes over the properties of object types alone. Write the properties into the interface, or use the class itself.

class Order {}
interface Sent extends Order {
  at: Date
}
export class A {
  constructor(readonly sent: Sent) {}
}

// cannot read the type "Order" at packages/transform/test/diagnostics/interface-of-class.ts:2:24: an interface can only extend object types. Write the properties in the interface, or use the class itself.

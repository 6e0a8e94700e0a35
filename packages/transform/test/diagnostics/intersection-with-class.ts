class Order {
  constructor(readonly id: string) {}
}
export class A {
  constructor(readonly order: Order & { id: number }) {}
}

// cannot read the type "Order & { id: number }" at packages/transform/test/diagnostics/intersection-with-class.ts:5:31: only objects whose common properties agree can be joined. Write one interface with all properties.

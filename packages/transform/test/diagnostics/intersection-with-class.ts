class Order {
  constructor(readonly id: string) {}
}
export class A {
  constructor(readonly order: Order & { id: number }) {}
}

// cannot read the type "Order & { id: number }" at packages/transform/test/diagnostics/intersection-with-class.ts:5:31: an intersection needs object types, and properties of the same name must have the same type. Write one interface with all properties.

class Order {}
export class A {
  constructor(readonly order: Order & { extra: string }) {}
}

// cannot read the type "Order & { extra: string }" at packages/transform/test/diagnostics/intersection-with-class.ts:3:31: only objects whose common properties agree can be joined. Write one interface with all properties.

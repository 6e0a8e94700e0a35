class Order {}
export class A {
  constructor(readonly order: typeof Order) {}
}

// cannot read the type "typeof Order" at packages/transform/test/diagnostics/typeof-class.ts:3:31: it is the class itself, not an instance. Write the name of the class without typeof.

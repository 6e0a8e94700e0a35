class Order {}
export class A {
  constructor(readonly key: keyof Order) {}
}

// cannot read the type "keyof Order" at packages/transform/test/diagnostics/keyof-class.ts:3:29: the keys do not belong to an object type in the source code. Write the keys as a union of literals.

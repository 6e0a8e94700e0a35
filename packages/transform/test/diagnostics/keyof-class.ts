class Order {}
export class A {
  constructor(readonly key: keyof Order) {}
}

// cannot read the type "keyof Order" at packages/transform/test/diagnostics/keyof-class.ts:3:29: the keys are not those of an object in the source. Write the keys as a union of literals.

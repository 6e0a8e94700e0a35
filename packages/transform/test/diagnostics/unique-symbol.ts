export class A {
  constructor(readonly key: unique symbol) {}
}

// cannot read the type "unique symbol" at packages/transform/test/diagnostics/unique-symbol.ts:2:29: a symbol has no JSON representation. Write string.

export class A {
  constructor(readonly key: symbol) {}
}

// cannot read the type "symbol" at packages/transform/test/diagnostics/symbol.ts:2:29: a symbol has no JSON representation. Write string.

export class A {
  constructor(readonly list: { [index: symbol]: string }) {}
}

// cannot read the type "[index: symbol]: string" at packages/transform/test/diagnostics/index-signature-of-symbols.ts:2:32: keys must be strings or numbers. Write string for the keys.

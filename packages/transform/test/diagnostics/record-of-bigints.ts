export class A {
  constructor(readonly names: Record<bigint, string>) {}
}

// cannot read the type "Record<bigint, string>" at packages/transform/test/diagnostics/record-of-bigints.ts:2:31: keys must be strings or numbers. Write string for the keys.

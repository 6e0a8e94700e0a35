export class A {
  constructor(readonly names: Record<number, string>) {}
}

// cannot read the type "Record<number, string>" at packages/transform/test/diagnostics/record-of-numbers.ts:2:31: the keys of data are strings. Write Record<string, T>.

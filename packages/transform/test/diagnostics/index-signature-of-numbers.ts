export class A {
  constructor(readonly list: { [index: number]: string }) {}
}

// cannot read the type "[index: number]: string" at packages/transform/test/diagnostics/index-signature-of-numbers.ts:2:32: the keys of data are strings. Write Record<string, T>.

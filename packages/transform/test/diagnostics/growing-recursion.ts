interface Nest<T> {
  inner: Nest<T[]> | null
}
export class A {
  constructor(readonly nest: Nest<string>) {}
}

// cannot read the type "Nest<T[]>" at packages/transform/test/diagnostics/growing-recursion.ts:2:10: the type contains itself without end. Refer to it only inside a list or an object, with the same type arguments, or write unknown.

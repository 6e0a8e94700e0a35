interface Box<T> {
  content: T
}
export class A {
  constructor(readonly box: Box) {}
}

// cannot read the type "Box" at packages/transform/test/diagnostics/missing-type-argument.ts:5:29: its type argument is missing. Add the type argument.

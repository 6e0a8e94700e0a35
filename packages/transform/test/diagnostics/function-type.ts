export class A {
  constructor(readonly callback: (value: string) => void) {}
}

// cannot read the type "(value: string) => void" at packages/transform/test/diagnostics/function-type.ts:2:34: a function has no JSON representation. Declare a class with a method for it.

type Endless = Endless | string
export class A {
  constructor(readonly endless: Endless) {}
}

// cannot read the type "Endless" at packages/transform/test/diagnostics/recursive-alias.ts:3:33: the type contains itself without end. Refer to it only inside a list or an object, with the same type arguments, or write unknown.

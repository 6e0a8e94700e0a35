interface Call {
  (value: string): void
}
export class A {
  constructor(readonly call: Call) {}
}

// cannot read the type "(value: string): void" at packages/transform/test/diagnostics/call-signature.ts:2:3: the member has no fixed name. Give it a plain name, or remove it.

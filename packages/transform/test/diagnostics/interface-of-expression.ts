interface Sent extends Array<string> {
  at: Date
}
export class A {
  constructor(readonly sent: Sent) {}
}

// cannot read the type "Array<string>" at packages/transform/test/diagnostics/interface-of-expression.ts:1:24: an interface can only extend object types. Write the properties in the interface, or use the class itself.

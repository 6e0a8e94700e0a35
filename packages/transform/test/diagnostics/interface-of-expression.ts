interface Sent extends Array<string> {
  at: Date
}
export class A {
  constructor(readonly sent: Sent) {}
}

// cannot read the type "Array<string>" at packages/transform/test/diagnostics/interface-of-expression.ts:1:24: an interface takes over the properties of object types alone. Write the properties into the interface, or use the class itself.

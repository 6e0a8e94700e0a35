interface Service {
  name: string
  send(text: string): void
}
export class A {
  constructor(readonly service: Service) {}
}

// cannot read the type "send(text: string): void" at packages/transform/test/diagnostics/method-signature.ts:3:3: a function has no JSON representation. Declare a class with this method.

interface Call {
  (value: string): void
}
export class A {
  constructor(readonly call: Call) {}
}

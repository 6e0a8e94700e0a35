interface Sent extends Array<string> {
  at: Date
}
export class A {
  constructor(readonly sent: Sent) {}
}

class Order {}
interface Sent extends Order {
  at: Date
}
export class A {
  constructor(readonly sent: Sent) {}
}

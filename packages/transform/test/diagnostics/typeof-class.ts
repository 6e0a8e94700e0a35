class Order {}
export class A {
  constructor(readonly order: typeof Order) {}
}

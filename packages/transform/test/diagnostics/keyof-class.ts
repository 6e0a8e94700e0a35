class Order {}
export class A {
  constructor(readonly key: keyof Order) {}
}

class Order {}
export class A {
  constructor(
    readonly partial: Partial<Order>,
    readonly omitted: Omit<Order, 'id'>,
  ) {}
}

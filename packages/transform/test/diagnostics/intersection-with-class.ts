class Order {}
export class A {
  constructor(readonly order: Order & { extra: string }) {}
}

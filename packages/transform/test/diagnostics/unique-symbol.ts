export class A {
  constructor(readonly key: unique symbol) {}
}

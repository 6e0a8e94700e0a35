export class A {
  constructor(readonly key: symbol) {}
}

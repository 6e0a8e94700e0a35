export class A {
  constructor(readonly size: 1n | 2n) {}
}

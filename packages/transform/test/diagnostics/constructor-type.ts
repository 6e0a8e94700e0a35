export class A {
  constructor(readonly create: abstract new () => object) {}
}

export class A {
  constructor(readonly list: { [index: number]: string }) {}
}

export class A {
  constructor(readonly rest: Exclude<string | number, string>) {}
}

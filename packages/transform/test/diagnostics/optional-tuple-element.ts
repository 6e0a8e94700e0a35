export class A {
  constructor(
    readonly pair: [string, number?],
    readonly named: [a: string, b?: number],
  ) {}
}

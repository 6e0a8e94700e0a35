export class A {
  constructor(readonly pair: [string, number | undefined]) {}
}

export class A {
  constructor(readonly list: [string, ...number[]]) {}
}

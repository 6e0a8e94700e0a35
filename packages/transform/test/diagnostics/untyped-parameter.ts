export class A {
  constructor(
    readonly value,
    readonly list = [],
    readonly made = Date.now(),
  ) {}
}

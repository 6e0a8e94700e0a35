export class A {
  constructor(
    readonly one: (string | undefined)[],
    readonly other: Array<string | undefined>,
  ) {}
}

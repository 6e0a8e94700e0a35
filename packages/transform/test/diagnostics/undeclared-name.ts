export class A {
  constructor(
    readonly element: HTMLElement,
    readonly misspelt: Oder,
    readonly qualified: NodeJS.Timeout,
  ) {}
}

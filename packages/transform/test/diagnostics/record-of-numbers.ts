export class A {
  constructor(readonly names: Record<number, string>) {}
}

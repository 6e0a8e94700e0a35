export class A {
  constructor(readonly callback: (value: string) => void) {}
}

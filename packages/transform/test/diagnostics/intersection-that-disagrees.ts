export class A {
  constructor(readonly both: { id: string } & { id: number }) {}
}

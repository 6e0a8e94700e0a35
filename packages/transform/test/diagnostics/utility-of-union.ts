export class A {
  constructor(
    readonly partial: Partial<{ a: string } | { b: string }>,
    readonly picked: Pick<{ a: string }, string>,
  ) {}
}

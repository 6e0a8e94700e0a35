export class A {
  constructor(
    readonly partial: Partial<{ a: string } | { b: string }>,
    readonly picked: Pick<{ a: string }, string>,
  ) {}
}

// cannot read the type "Partial<{ a: string } | { b: string }>" at packages/transform/test/diagnostics/utility-of-union.ts:3:23: only object types have properties. Declare a class or an interface with the resulting properties.
// cannot read the type "Pick<{ a: string }, string>" at packages/transform/test/diagnostics/utility-of-union.ts:4:22: its keys are not in the source code. Write the keys as a union of literals.

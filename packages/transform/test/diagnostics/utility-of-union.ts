export class A {
  constructor(
    readonly partial: Partial<{ a: string } | { b: string }>,
    readonly picked: Pick<{ a: string }, string>,
  ) {}
}

// cannot read the type "Partial<{ a: string } | { b: string }>" at packages/transform/test/diagnostics/utility-of-union.ts:3:23: only an object type has properties to choose from. Declare a class or an interface with the properties that remain.
// cannot read the type "Pick<{ a: string }, string>" at packages/transform/test/diagnostics/utility-of-union.ts:4:22: its keys do not stand in the source. Write the keys as a union of literals.

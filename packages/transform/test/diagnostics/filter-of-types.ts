export class A {
  constructor(readonly rest: Exclude<string | number, string>) {}
}

// cannot read the type "Exclude<string | number, string>" at packages/transform/test/diagnostics/filter-of-types.ts:2:30: Exclude and Extract need unions of literals. Write the resulting type.

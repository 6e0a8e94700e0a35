export class A {
  constructor(readonly rest: Exclude<string | number, string>) {}
}

// cannot read the type "Exclude<string | number, string>" at packages/transform/test/diagnostics/filter-of-types.ts:2:30: only unions of literals can be filtered. Write the type that remains.

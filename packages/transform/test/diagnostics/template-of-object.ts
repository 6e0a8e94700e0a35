export class A {
  constructor(readonly name: `at ${Date}`) {}
}

// cannot read the type "`at ${Date}`" at packages/transform/test/diagnostics/template-of-object.ts:2:30: a template type can only contain strings, numbers and booleans. Write string in its place.

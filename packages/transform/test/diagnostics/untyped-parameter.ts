export class A {
  constructor(
    readonly value,
    readonly list = [],
    readonly made = Date.now(),
  ) {}
}

// cannot read the type "value" at packages/transform/test/diagnostics/untyped-parameter.ts:3:14: the parameter has no type. Declare its type.
// cannot read the type "list" at packages/transform/test/diagnostics/untyped-parameter.ts:4:14: the parameter has no type. Declare its type.
// cannot read the type "made" at packages/transform/test/diagnostics/untyped-parameter.ts:5:14: the parameter has no type. Declare its type.

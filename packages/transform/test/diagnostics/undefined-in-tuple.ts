export class A {
  constructor(readonly pair: [string, number | undefined]) {}
}

// cannot read the type "number | undefined" at packages/transform/test/diagnostics/undefined-in-tuple.ts:2:39: a JSON array cannot contain undefined. Write null instead of undefined.

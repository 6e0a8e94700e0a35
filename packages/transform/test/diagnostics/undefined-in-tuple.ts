export class A {
  constructor(readonly pair: [string, number | undefined]) {}
}

// cannot read the type "number | undefined" at packages/transform/test/diagnostics/undefined-in-tuple.ts:2:39: a list in JSON cannot hold undefined. Write null instead of undefined.

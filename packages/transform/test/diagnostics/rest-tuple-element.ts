export class A {
  constructor(readonly list: [string, ...number[]]) {}
}

// cannot read the type "...number[]" at packages/transform/test/diagnostics/rest-tuple-element.ts:2:39: the length of a tuple is fixed. Write T[], or an object with named properties.

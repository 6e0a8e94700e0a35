export class A {
  constructor(
    readonly pair: [string, number?],
    readonly named: [a: string, b?: number],
  ) {}
}

// cannot read the type "number?" at packages/transform/test/diagnostics/optional-tuple-element.ts:3:29: the length of a tuple is fixed. Write T[], or an object with named properties.
// cannot read the type "b?: number" at packages/transform/test/diagnostics/optional-tuple-element.ts:4:33: the length of a tuple is fixed. Write T[], or an object with named properties.

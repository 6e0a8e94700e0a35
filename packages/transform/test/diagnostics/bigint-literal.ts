export class A {
  constructor(readonly size: 1n | 2n) {}
}

// cannot read the type "1n" at packages/transform/test/diagnostics/bigint-literal.ts:2:30: JSON has no bigint literal. Write bigint, or a number.
// cannot read the type "2n" at packages/transform/test/diagnostics/bigint-literal.ts:2:35: JSON has no bigint literal. Write bigint, or a number.

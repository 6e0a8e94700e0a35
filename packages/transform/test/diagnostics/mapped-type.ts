type Flags = { [K in 'a' | 'b' as `is-${K}`]: boolean }
export class A {
  constructor(readonly flags: Flags) {}
}

// cannot read the type "{ [K in 'a' | 'b' as `is-${K}`]: boolean }" at packages/transform/test/diagnostics/mapped-type.ts:1:14: resolving a mapped type needs the type checker, which fw does not run. Write an interface with its properties.

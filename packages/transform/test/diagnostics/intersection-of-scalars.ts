export class A {
  constructor(readonly id: string & number) {}
}

// cannot read the type "string & number" at packages/transform/test/diagnostics/intersection-of-scalars.ts:2:28: only objects whose common properties agree can be joined. Write one interface with all properties.

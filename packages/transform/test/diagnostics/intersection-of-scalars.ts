export class A {
  constructor(readonly id: string & number) {}
}

// cannot read the type "string & number" at packages/transform/test/diagnostics/intersection-of-scalars.ts:2:28: an intersection needs object types, and properties of the same name must have the same type. Write one interface with all properties.

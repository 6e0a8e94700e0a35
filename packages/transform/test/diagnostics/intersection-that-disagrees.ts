export class A {
  constructor(readonly both: { id: string } & { id: number }) {}
}

// cannot read the type "{ id: string } & { id: number }" at packages/transform/test/diagnostics/intersection-that-disagrees.ts:2:30: an intersection needs object types, and properties of the same name must have the same type. Write one interface with all properties.

export class A {
  constructor(readonly both: { id: string } & { id: number }) {}
}

// cannot read the type "{ id: string } & { id: number }" at packages/transform/test/diagnostics/intersection-that-disagrees.ts:2:30: only objects whose common properties agree can be joined. Write one interface with all properties.

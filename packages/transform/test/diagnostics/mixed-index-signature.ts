interface Base {
  id: string
}
interface Rest extends Base {
  [key: string]: string
}
export class A {
  constructor(
    readonly literal: { id: string; [key: string]: string },
    readonly rest: Rest,
  ) {}
}

// cannot read the type "[key: string]: string" at packages/transform/test/diagnostics/mixed-index-signature.ts:9:37: an object type cannot have both named properties and an index signature. Write Record<string, T>, or name every property.
// cannot read the type "interface Rest extends Base { [key: string]: string }" at packages/transform/test/diagnostics/mixed-index-signature.ts:4:1: an object type cannot have both named properties and an index signature. Write Record<string, T>, or name every property.

function create() {
  return { id: 1 }
}
class Order {}
export class A {
  constructor(
    readonly returned: ReturnType<typeof create>,
    readonly instance: InstanceType<typeof Order>,
    readonly parameters: Parameters<typeof create>,
    readonly constructed: ConstructorParameters<typeof Order>,
    readonly upper: Uppercase<'a'>,
  ) {}
}

// cannot read the type "ReturnType<typeof create>" at packages/transform/test/diagnostics/checker-types.ts:7:24: it needs the type checker. Write the type that results.
// cannot read the type "InstanceType<typeof Order>" at packages/transform/test/diagnostics/checker-types.ts:8:24: it needs the type checker. Write the name of the class.
// cannot read the type "Parameters<typeof create>" at packages/transform/test/diagnostics/checker-types.ts:9:26: it needs the type checker. Write the type that results.
// cannot read the type "ConstructorParameters<typeof Order>" at packages/transform/test/diagnostics/checker-types.ts:10:27: it needs the type checker. Write the type that results.
// cannot read the type "Uppercase<'a'>" at packages/transform/test/diagnostics/checker-types.ts:11:21: it needs the type checker. Write the type that results.

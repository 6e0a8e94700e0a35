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

// cannot read the type "ReturnType<typeof create>" at packages/transform/test/diagnostics/checker-types.ts:7:24: resolving it needs the type checker, which fw does not run. Write the resulting type.
// cannot read the type "InstanceType<typeof Order>" at packages/transform/test/diagnostics/checker-types.ts:8:24: resolving it needs the type checker, which fw does not run. Write the name of the class.
// cannot read the type "Parameters<typeof create>" at packages/transform/test/diagnostics/checker-types.ts:9:26: resolving it needs the type checker, which fw does not run. Write the resulting type.
// cannot read the type "ConstructorParameters<typeof Order>" at packages/transform/test/diagnostics/checker-types.ts:10:27: resolving it needs the type checker, which fw does not run. Write the resulting type.
// cannot read the type "Uppercase<'a'>" at packages/transform/test/diagnostics/checker-types.ts:11:21: resolving it needs the type checker, which fw does not run. Write the resulting type.

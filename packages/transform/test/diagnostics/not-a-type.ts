import * as models from '../fixtures/models/index.ts'
namespace Inner {
  export const size = 1
}
enum Status {
  Open,
}
export class A {
  constructor(
    readonly module: models,
    readonly namespace: Inner,
    readonly member: Status.Gone,
    readonly inNamespace: Inner.Gone,
    readonly wholeModule: import('../fixtures/models/index.ts'),
  ) {}
}

// cannot read the type "models" at packages/transform/test/diagnostics/not-a-type.ts:10:22: it is a module. Name a type that the module exports.
// cannot read the type "Inner" at packages/transform/test/diagnostics/not-a-type.ts:11:25: it is not a type. Name a class, an interface or an alias.
// cannot read the type "Status.Gone" at packages/transform/test/diagnostics/not-a-type.ts:12:22: there is no member "Gone". Correct the name.
// cannot read the type "Inner.Gone" at packages/transform/test/diagnostics/not-a-type.ts:13:27: there is no member "Gone". Correct the name.
// cannot read the type "import('../fixtures/models/index.ts')" at packages/transform/test/diagnostics/not-a-type.ts:14:27: it does not name a type that the module exports. Import the type by its name.

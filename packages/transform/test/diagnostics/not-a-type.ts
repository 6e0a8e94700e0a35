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

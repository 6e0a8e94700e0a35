import { Route } from '../fixtures/attributes.ts'
export class A {
  @Route('/')
  show<T>(value: T): T {
    return value
  }
}

// cannot read the type "T" at packages/transform/test/diagnostics/type-parameter-of-method.ts:4:8: each call chooses "T" anew. Write a type that is the same for all calls.
// cannot read the type "T" at packages/transform/test/diagnostics/type-parameter-of-method.ts:4:8: each call chooses "T" anew. Write a type that is the same for all calls.

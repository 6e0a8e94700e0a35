import { Route } from '../fixtures/decorators.ts'
export class A {
  @Route('/')
  show<T>(value: T): T {
    return value
  }
}

// cannot read the type "T" at packages/transform/test/diagnostics/type-parameter-of-method.ts:4:8: "T" is a type parameter, and each call can choose it. Write a type that is the same for all calls.
// cannot read the type "T" at packages/transform/test/diagnostics/type-parameter-of-method.ts:4:8: "T" is a type parameter, and each call can choose it. Write a type that is the same for all calls.

import { Route } from '../fixtures/decorators.ts'
export class A {
  @Route('/')
  chain(): this {
    return this
  }
}

// cannot read the type "this" at packages/transform/test/diagnostics/this-type.ts:4:12: "this" does not name a class. Write the name of the class.

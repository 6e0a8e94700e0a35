import { Route } from '../fixtures/attributes.ts'
export class A {
  @Route('/')
  chain(): this {
    return this
  }
}

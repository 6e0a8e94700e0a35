import { Route } from '../fixtures/attributes.ts'
export class A {
  @Route('/')
  show<T>(value: T): T {
    return value
  }
}

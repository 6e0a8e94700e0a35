import type { Shown } from './hidden-class.model.ts'
export class A {
  constructor(readonly shown: Shown) {}
}

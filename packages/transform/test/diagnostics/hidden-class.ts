import type { Shown } from './hidden-class.model.ts'
export class A {
  constructor(readonly shown: Shown) {}
}

// cannot read the type "Hidden" at packages/transform/test/diagnostics/hidden-class.model.ts:2:21: packages/transform/test/diagnostics/hidden-class.model.ts does not export the class Hidden. Export it there.

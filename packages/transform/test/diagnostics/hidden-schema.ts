import type { Hidden } from './hidden-schema.model.ts'

export class A {
  constructor(readonly hidden: Hidden) {}
}

// cannot read the type "z.infer<typeof inner>" at packages/transform/test/diagnostics/hidden-schema.model.ts:5:22: packages/transform/test/diagnostics/hidden-schema.model.ts does not export the schema "inner". Export it there.

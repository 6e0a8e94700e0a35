import type { Gone } from '../fixtures/models/address.ts'
import type * as models from '../fixtures/models/index.ts'
export class A {
  constructor(
    readonly gone: Gone,
    readonly member: models.Gone,
  ) {}
}

// cannot read the type "Gone" at packages/transform/test/diagnostics/missing-export.ts:5:20: "../fixtures/models/address.ts" has no export named "Gone". Export it there, or correct the import.
// cannot read the type "models.Gone" at packages/transform/test/diagnostics/missing-export.ts:6:22: "packages/transform/test/fixtures/models/index.ts" has no export named "Gone". Export it there, or correct the import.

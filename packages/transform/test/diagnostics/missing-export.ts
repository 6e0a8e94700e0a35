import type { Gone } from '../fixtures/models/address.ts'
import type * as models from '../fixtures/models/index.ts'
export class A {
  constructor(
    readonly gone: Gone,
    readonly member: models.Gone,
  ) {}
}

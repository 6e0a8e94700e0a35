import type { Order } from 'no-such-package'
export class A {
  constructor(readonly order: Order) {}
}

// cannot read the type "Order" at packages/transform/test/diagnostics/missing-package.ts:3:31: the package of the import "no-such-package" is not installed. Install it, or use a relative path or "imports" of package.json.

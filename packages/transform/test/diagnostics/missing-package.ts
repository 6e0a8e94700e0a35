import type { Order } from 'no-such-package'
import type { Line } from '@no-such-scope/package/lines'
import type { Item } from '@/items'
export class A {
  constructor(
    readonly order: Order,
    readonly line: Line,
    readonly item: Item,
  ) {}
}

// cannot read the type "Order" at packages/transform/test/diagnostics/missing-package.ts:6:21: the package of the import "no-such-package" is not installed. Run: npm install no-such-package. For a file, use a relative path or "imports" of package.json.
// cannot read the type "Line" at packages/transform/test/diagnostics/missing-package.ts:7:20: the package of the import "@no-such-scope/package/lines" is not installed. Run: npm install @no-such-scope/package. For a file, use a relative path or "imports" of package.json.
// cannot read the type "Item" at packages/transform/test/diagnostics/missing-package.ts:8:20: the package of the import "@/items" is not installed. Use a relative path or "imports" of package.json.

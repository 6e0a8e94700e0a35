import { Order } from './gone.ts'
import type { Line } from '#gone'
export class A {
  constructor(
    readonly order: Order,
    readonly line: Line,
  ) {}
}

// cannot read the type "Order" at packages/transform/test/diagnostics/missing-file.ts:5:21: there is no file for the import "./gone.ts". Correct the path of the import.
// cannot read the type "Line" at packages/transform/test/diagnostics/missing-file.ts:6:20: there is no file for the import "#gone". Correct the path of the import.

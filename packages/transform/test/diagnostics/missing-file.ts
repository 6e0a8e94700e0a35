import { Order } from './gone.ts'
import type { Line } from '#gone'
export class A {
  constructor(
    readonly order: Order,
    readonly line: Line,
  ) {}
}

import { MaxLength, Table, type int } from '@fw/core'

@Table('orders', { writes: true })
export class Order {
  constructor(
    readonly id: int,
    @MaxLength(100) readonly title: string,
  ) {}
}

import { Email, GreaterThan, MaxLength, type int } from '@fw/core'
import type { Address, Currency } from './shared.ts'

/** One article of an order. */
export class Line {
  constructor(
    readonly sku: string,
    @GreaterThan(0) readonly quantity: int,
  ) {}
}

export class PlaceOrder {
  constructor(
    @Email() readonly email: string,
    readonly lines: Line[],
    readonly shipTo: Address,
    readonly currency: Currency,
    /** When to deliver. */
    readonly deliverOn: Date | null,
    @MaxLength(200) readonly note?: string,
    readonly express = false,
  ) {}
}

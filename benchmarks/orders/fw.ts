import { Email, GreaterThan, type int, LessThan, MaxLength, NotBlank, Regex } from '@fw/core'

export class Customer {
  constructor(
    @NotBlank() @MaxLength(100) readonly name: string,
    @Email() readonly email: string,
  ) {}
}

export class Line {
  constructor(
    @Regex(/^[A-Z]{3}-\d{4}$/u) readonly sku: string,
    @GreaterThan(0) @LessThan(1000) readonly quantity: int,
    @GreaterThan(0) @LessThan(100_000) readonly price: number,
  ) {}
}

/** The order as the framework declares it. */
export class CreateOrder {
  constructor(
    readonly customer: Customer,
    readonly lines: Line[],
    readonly status: 'draft' | 'placed' | 'paid',
    @MaxLength(500) readonly note?: string,
  ) {}
}

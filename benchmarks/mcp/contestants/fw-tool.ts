import { GreaterThan, McpTool, MinLength, Regex, type int } from '@fw/core'
import { quote } from './quote.ts'

class Line {
  constructor(
    @Regex(/^[A-Z]{3}-\d{4}$/) readonly sku: string,
    @GreaterThan(0) readonly quantity: int,
    readonly price: number,
  ) {}
}

class Quote {
  constructor(
    readonly customer: string,
    readonly quantity: int,
    readonly total: number,
  ) {}
}

export class Shop {
  @McpTool('quote', 'Tells what an order costs.')
  quote(@MinLength(2) customer: string, lines: Line[]): Quote {
    const { quantity, total } = quote(customer, lines)
    return new Quote(customer, quantity, total)
  }
}

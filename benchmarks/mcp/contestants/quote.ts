export interface QuoteLine {
  sku: string
  quantity: number
  price: number
}

/** The work of the tool, the same for everybody. */
export function quote(customer: string, lines: readonly QuoteLine[]) {
  let quantity = 0
  let total = 0
  for (const line of lines) {
    quantity += line.quantity
    total += line.quantity * line.price
  }
  return { customer, quantity, total }
}

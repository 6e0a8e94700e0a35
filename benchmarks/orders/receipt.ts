export interface Receipt {
  customer: string
  lines: number
  quantity: number
  total: number
}

export interface Priced {
  customer: { name: string }
  lines: readonly { quantity: number; price: number }[]
}

/** The small computed reply to an accepted order. */
export function receiptOf(order: Priced): Receipt {
  let quantity = 0
  let total = 0
  for (const line of order.lines) {
    quantity += line.quantity
    total += line.quantity * line.price
  }
  return {
    customer: order.customer.name,
    lines: order.lines.length,
    quantity,
    total: Math.round(total * 100) / 100,
  }
}

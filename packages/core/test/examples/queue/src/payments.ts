/** Charges cards; the example writes down what it was asked for. */
export class Payments {
  readonly entries: string[] = []

  async charge(
    order: number,
    cents: number,
    { key, signal }: { key: string; signal: AbortSignal },
  ) {
    signal.throwIfAborted()
    this.entries.push(`${key}: ${cents} for order ${order}`)
    return cents > 1000 ? 'refused' : 'charged'
  }

  release(order: number, reason: string) {
    this.entries.push(`order ${order} released: ${reason}`)
  }
}

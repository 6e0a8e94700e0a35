/** The books; the example writes down what was done to them. */
export class Ledger {
  readonly entries: string[] = []

  async close(after: Date | undefined, until: Date, signal: AbortSignal) {
    signal.throwIfAborted()
    this.entries.push(
      `closed from ${after?.toISOString() ?? 'the start'} to ${until.toISOString()}`,
    )
  }

  async refresh() {
    this.entries.push('refreshed')
  }
}

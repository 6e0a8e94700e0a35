/** The books. They list what was done to them. */
export class Ledger {
  readonly entries: string[] = []

  async close(
    after: Date | undefined,
    until: Date,
    signal: AbortSignal,
  ) {
    signal.throwIfAborted()
    const from = after?.toISOString() ?? 'the start'
    this.entries.push(`closed from ${from} to ${until.toISOString()}`)
  }

  async refresh() {
    this.entries.push('refreshed')
  }
}

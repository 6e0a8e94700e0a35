import { McpTool, type int } from '@fw/core'
import { McpError, type ProgressReporter } from '@fw/core/mcp'

class Loan {
  constructor(
    readonly book: int,
    readonly weeks: 1 | 2 | 4,
  ) {}
}

export class Loans {
  @McpTool('lend', 'Lends books to somebody.')
  async lend(
    reader: string,
    loans: Loan[],
    progress: ProgressReporter,
    signal: AbortSignal,
  ) {
    let lent = 0
    for (const { book } of loans) {
      signal.throwIfAborted()
      if (book === 2) {
        throw new McpError(
          `All copies of book ${book} are checked out.`,
        )
      }
      lent += await Promise.resolve(1)
      progress.report(lent, {
        total: loans.length,
        message: `book ${book}`,
      })
    }
    return { reader, lent }
  }
}

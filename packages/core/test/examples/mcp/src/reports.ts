import { McpTool } from '@fw/core'

export class Reports {
  @McpTool('report', 'Writes the report of a year.')
  async report(year: string, signal: AbortSignal): Promise<string> {
    const timeout = AbortSignal.timeout(30_000)
    const answer = await fetch(`https://reports.example.com/${year}`, {
      signal: AbortSignal.any([signal, timeout]),
    })
    return answer.text()
  }
}

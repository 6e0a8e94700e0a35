import { Get, Timeout } from '@fw/core'

export class Reports {
  @Timeout('2s', { status: 504 })
  @Get('/reports/{year}')
  async report(year: number, signal: AbortSignal) {
    const response = await fetch(`http://localhost:9/reports/${year}`, {
      signal,
    })
    return response.json()
  }
}

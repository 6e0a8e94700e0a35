import { Schedule } from '@fw/core'
import { ScheduledRun } from '@fw/schedule'
import { Ledger } from './ledger.ts'

export class Reports {
  constructor(private readonly ledger: Ledger) {}

  @Schedule('30 2 * * *', { timeZone: 'Europe/Oslo', timeout: '10m' })
  async close(run: ScheduledRun, signal: AbortSignal) {
    await this.ledger.close(run.previous, run.tick, signal)
  }

  @Schedule('15m')
  async refresh() {
    await this.ledger.refresh()
  }
}

import { Logger, Schedule } from '@fw/core'
import { ScheduledRun } from '@fw/schedule'

export class DailySummary {
  constructor(private readonly logger: Logger) {}

  /** Runs at each tick, in only one scheduler even if there are several. */
  @Schedule('0 7 * * *', { timeZone: 'Europe/Oslo' })
  write(run: ScheduledRun): void {
    const since = run.previous?.toISOString() ?? 'the start'
    this.logger.info(`Summary from ${since} to ${run.tick.toISOString()}`)
  }
}

import { Logger, Schedule } from '@fw/core'
import { ScheduledRun } from '@fw/schedule'

export class DailySummary {
  constructor(private readonly logger: Logger) {}

  /** Runs once at each tick, even if there are several schedulers. */
  @Schedule('0 7 * * *', { timeZone: 'Europe/Oslo' })
  write(run: ScheduledRun): void {
    const since = run.previous?.toISOString() ?? 'the start'
    this.logger.info(`Summary from ${since} to ${run.tick.toISOString()}`)
  }
}

import type { int } from '@fw/core'
import type { ScenarioCounts } from './scenario-counts.ts'

/** The number of pings of a scenario, and its share. */
export class ScenarioStat {
  constructor(
    readonly count: int,
    /** The share of all pings, in percent, to one decimal. */
    readonly percentage: number,
  ) {}
}

/** The distribution of pings over the scenarios. */
export class PingScenarioBreakdown {
  constructor(
    readonly total: int,
    readonly byScenario: Record<string, ScenarioStat>,
  ) {}

  static of({ total, counts }: ScenarioCounts): PingScenarioBreakdown {
    const stats = Object.entries(counts).map(([scenario, count]) => {
      const percentage = total === 0 ? 0 : Math.round((count / total) * 1000) / 10
      return [scenario, new ScenarioStat(count, percentage)] as const
    })
    return new PingScenarioBreakdown(total, Object.fromEntries(stats))
  }
}

import type { int } from 'fw'
import type { ScenarioCounts } from './scenario-counts.ts'

/** How many pings a scenario has, and how much of all that is. */
export class ScenarioStat {
  constructor(
    readonly count: int,
    /** Of all pings, in percent, to one decimal. */
    readonly percentage: number,
  ) {}
}

/** How the pings are spread over the scenarios. */
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

import { McpTool } from 'fw'
import type { Scenario } from './ping.ts'
import { Pings } from './pings.ts'

/** How the pings are spread over the scenarios, in percent. */
class Breakdown {
  constructor(readonly percentages: Record<Scenario, number>) {}
}

export class PingStatistics {
  constructor(private readonly pings: Pings) {}

  @McpTool('ping_scenario_breakdown', 'The share of each scenario in all pings, in percent.')
  async breakdown(): Promise<Breakdown> {
    const { total, counts } = await this.pings.tally()
    const share = (count: number) => (total === 0 ? 0 : Math.round((count / total) * 1000) / 10)
    const { direct, queued, cron } = counts
    return new Breakdown({ direct: share(direct), queued: share(queued), cron: share(cron) })
  }
}

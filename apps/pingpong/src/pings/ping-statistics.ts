import { McpTool } from '@fw/core'
import { PingMessages } from './ping-messages.ts'
import { PingScenarioBreakdown } from './ping-scenario-breakdown.ts'

export class PingStatistics {
  constructor(private readonly pings: PingMessages) {}

  @McpTool(
    'ping_scenario_breakdown',
    'The number of pings, in total and by scenario, with percentages.',
  )
  async breakdown(): Promise<PingScenarioBreakdown> {
    return PingScenarioBreakdown.of(await this.pings.countByScenario())
  }
}

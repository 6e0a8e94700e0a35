import { McpTool } from 'fw'
import { PingMessages } from './ping-messages.ts'
import { PingScenarioBreakdown } from './ping-scenario-breakdown.ts'

export class PingStatistics {
  constructor(private readonly pings: PingMessages) {}

  @McpTool(
    'ping_scenario_breakdown',
    'How many pings there are, in all and by scenario, with percentages.',
  )
  async breakdown(): Promise<PingScenarioBreakdown> {
    return PingScenarioBreakdown.of(await this.pings.countByScenario())
  }
}

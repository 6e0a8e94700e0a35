import { EventDispatcher, type int } from '@fw/core'
import { Database } from '../database/database.ts'
import { ActionEvent } from '../live/action-event.ts'
import { ScenarioCounts } from './scenario-counts.ts'
import { scenarios, type Scenario } from './scenario.ts'

/** The table of pings. */
export class PingMessages {
  constructor(
    private readonly database: Database,
    private readonly events: EventDispatcher,
  ) {}

  /** Writes a pending ping and returns its id. */
  async create(scenario: Scenario): Promise<int> {
    const row = { scenario, status: 'pending', created_at: now() }
    const id = Number(await this.database.query().table('ping_messages').insertGetId(row, 'id'))
    await this.events.dispatch(new ActionEvent('db', id))
    return id
  }

  async markPonged(id: int): Promise<void> {
    await this.database
      .query()
      .table('ping_messages')
      .where('id', '=', id)
      .update({ status: 'ponged', ponged_at: now() })
  }

  async countByScenario(): Promise<ScenarioCounts> {
    const rows = await this.database
      .query()
      .table('ping_messages')
      .select('scenario')
      .selectRaw('count(*) AS pings')
      .groupBy('scenario')
      .get()
    const found = new Map(rows.map((row) => [row['scenario'], Number(row['pings'])]))
    const counts = scenarios.map((scenario) => [scenario, found.get(scenario) ?? 0] as const)
    const total = counts.reduce((sum, [, count]) => sum + count, 0)
    return new ScenarioCounts(total, Object.fromEntries(counts))
  }
}

/** The time in UTC as `Y-m-d H:i:s`. */
function now(): string {
  return new Date().toISOString().slice(0, 19).replace('T', ' ')
}

import { EventDispatcher, HttpError, type int } from 'fw'
import { Database } from './database.ts'
import { Ping, PingChanged, type Scenario, Tally } from './ping.ts'

class Count {
  constructor(
    readonly scenario: Scenario,
    readonly pings: int,
  ) {}
}

export class Pings {
  constructor(
    private readonly database: Database,
    private readonly events: EventDispatcher,
  ) {}

  async create(scenario: Scenario): Promise<int> {
    const row = { scenario, status: 'pending', created_at: new Date() }
    const id = Number(await this.database.pings().insertGetId(row))
    await this.events.dispatch(new PingChanged(await this.find(id)))
    return id
  }

  async markPonged(id: int): Promise<Ping> {
    const change = { status: 'ponged', ponged_at: new Date() }
    await this.database.pings().where('id', '=', id).update(change)
    const ping = await this.find(id)
    await this.events.dispatch(new PingChanged(ping))
    return ping
  }

  async find(id: int): Promise<Ping> {
    const ping = await this.database.pings().where('id', '=', id).first(Ping)
    if (!ping) throw new HttpError(404, `There is no ping ${id}.`)
    return ping
  }

  async tally(): Promise<Tally> {
    const rows = await this.database
      .pings()
      .select('scenario')
      .selectRaw('count(*) AS pings')
      .groupBy('scenario')
      .get(Count)
    const counts = { direct: 0, queued: 0, cron: 0 }
    for (const { scenario, pings } of rows) counts[scenario] = pings
    return new Tally(counts.direct + counts.queued + counts.cron, counts)
  }
}

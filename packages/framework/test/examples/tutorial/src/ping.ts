import type { int } from 'fw'

export type Scenario = 'direct' | 'queued' | 'cron'

export class Ping {
  constructor(
    readonly id: int,
    readonly scenario: Scenario,
    readonly status: 'pending' | 'ponged',
  ) {}
}

/** How many pings there are, in all and by scenario. */
export class Tally {
  constructor(
    readonly total: int,
    readonly counts: Record<Scenario, int>,
  ) {}
}

/** Something happened to a ping. */
export class PingChanged {
  constructor(readonly ping: Ping) {}
}

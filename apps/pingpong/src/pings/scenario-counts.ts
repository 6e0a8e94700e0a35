import type { int } from 'fw'

/** How many pings there are, in all and by scenario. */
export class ScenarioCounts {
  constructor(
    readonly total: int,
    readonly counts: Record<string, int>,
  ) {}
}

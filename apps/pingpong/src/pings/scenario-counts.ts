import type { int } from '@fw/core'

/** The number of pings, in total and by scenario. */
export class ScenarioCounts {
  constructor(
    readonly total: int,
    readonly counts: Record<string, int>,
  ) {}
}

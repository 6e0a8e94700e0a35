import { expect, test } from 'vitest'
import { FwProcess } from '../../core/test/support/fw-process.ts'
import { startRedisCluster, startSentinels } from '../../query/test/databases/redis-topologies.ts'
import { nameOf, schedules, TickingApplication, type Entry } from './ticking-application.ts'

const topologies = { 'a cluster': () => startRedisCluster(1), sentinels: startSentinels }

for (const [title, start] of Object.entries(topologies)) {
  test(`two schedulers run every tick while the primary of ${title} is replaced`, async () => {
    const topology = await start()
    const application = new TickingApplication({
      ...topology.settings,
      SCHEDULE_CONNECTION: 'redis',
    })
    try {
      const schedulers = [1, 2].map(
        () => new FwProcess(application.root, ['schedule:work'], { CALM: '1' }),
      )
      const ended = () => application.journal().filter(({ what }) => what === 'end')
      await expect.poll(() => ended().length).toBeGreaterThan(3 * schedules)

      await topology.failOver('fw:schedules', 'kill')

      const replacedAt = Date.now()
      // If the response to a claim was lost, its run begins when the lease has ended, after those of later ticks.
      await expect.poll(() => missingTicks(ended(), replacedAt + 5000)).toEqual([])
      await Promise.all(schedulers.map((scheduler) => scheduler.stop()))
      // A run may be repeated if its lease ended during the failover, or its last write was lost.
      const later = ended().filter(({ tick }) => tick > replacedAt)
      expect(later.map(nameOf)).toEqual([...new Set(later.map(nameOf))])
      for (const { exit } of schedulers) expect(await exit).toBe(0)
    } finally {
      await topology.stop()
    }
  }, 240_000)
}

/** Returns the ticks that have not run, from the first run of each schedule to a time. */
function missingTicks(ended: readonly Entry[], until: number): string[] {
  const missing: string[] = []
  for (const [name, runs] of Map.groupBy(ended, (run) => run.name)) {
    const ticks = new Set(runs.map(({ tick }) => tick))
    for (let tick = Math.min(...ticks); tick <= until; tick += 1000) {
      if (!ticks.has(tick)) missing.push(`${name} ${tick}`)
    }
  }
  return missing
}

import { expect, test } from 'vitest'
import { FwProcess } from '../../core/test/support/fw-process.ts'
import { startRedisCluster, startSentinels } from '../../query/test/databases/redis-topologies.ts'
import { schedules, TickingApplication } from './ticking-application.ts'

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
      const count = () => ended().length
      await expect.poll(count).toBeGreaterThan(3 * schedules)

      await topology.failOver('fw:schedules', 'kill')

      const before = count()
      await expect.poll(count).toBeGreaterThan(before + 5 * schedules)
      await Promise.all(schedulers.map((scheduler) => scheduler.stop()))
      for (let index = 0; index < schedules; index += 1) {
        const runs = ended().filter(({ name }) => name === `s${index}`)
        const ticks = [...new Set(runs.map(({ tick }) => tick))].toSorted((a, b) => a - b)
        const gaps = ticks.filter((tick, at) => at > 0 && tick - (ticks[at - 1] ?? 0) !== 1000)
        expect(gaps).toEqual([])
        // A run may be repeated if its lease ended during the failover, or its last write was lost.
        const repeated = runs.filter(
          ({ tick }, at) => runs.findIndex((run) => run.tick === tick) < at,
        )
        expect(repeated.slice(1)).toEqual([])
      }
      for (const { exit } of schedulers) expect(await exit).toBe(0)
    } finally {
      await topology.stop()
    }
  }, 240_000)
}

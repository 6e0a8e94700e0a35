import { expect, test } from 'vitest'
import { FwProcess } from '../../core/test/support/fw-process.ts'
import { startRedisCluster, startSentinels } from '../../query/test/databases/redis-topologies.ts'
import { scheduleNames, TickingApplication, wrongTicks } from './ticking-application.ts'

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
      await expect.poll(() => ended().length).toBeGreaterThan(3 * scheduleNames.length)

      await topology.failOver('fw:schedules', 'kill')

      const until = Date.now() + 5000
      const runsOf = (name: string) => ended().filter((run) => run.name === name)
      const wrong = () => scheduleNames.flatMap((name) => wrongTicks(runsOf(name), until))
      // If the response to a claim was lost, its run begins when the lease has ended, after those of later ticks.
      await expect.poll(wrong).toEqual([])
      await Promise.all(schedulers.map((scheduler) => scheduler.stop()))
      expect(wrong()).toEqual([])
      for (const name of scheduleNames) {
        // A run may be repeated if its lease ended during the failover, or its last write was lost.
        const ticks = runsOf(name).map(({ tick }) => tick)
        const repeated = ticks.filter((tick, at) => ticks.indexOf(tick) < at)
        expect(repeated.slice(1)).toEqual([])
      }
      for (const { exit } of schedulers) expect(await exit).toBe(0)
    } finally {
      await topology.stop()
    }
  }, 240_000)
}

import { Config, Container } from '@fw/core'
import { ScheduleStore } from '@fw/schedule'
import { DatabaseStore } from '@fw/schedule/database'
import { extension } from '@fw/schedule/extension'
import { expect, onTestFinished, test } from 'vitest'
import { watchChannel } from '../../core/test/http/channels/watch-channel.ts'
import { describeRedis } from '../../queue/test/backends.ts'
import { runFw } from '../../core/test/support/fw-process.ts'
import { describeDatabases, describeMysql, describePostgres } from '../../queue/test/databases.ts'
import {
  nameOf,
  scheduleNames,
  TickingApplication,
  wrongTicks,
  type Entry,
} from './ticking-application.ts'

const ticks = 100

await describeDatabases((title, database) => {
  test(`no query fails because the table does not exist yet (${title})`, async () => {
    const queries = watchChannel('fw.db.query')
    for (const _ of ['creates the table', 'finds it']) {
      const store = new DatabaseStore(database.connection)
      expect((await store.read(['daily'])).entries.size).toBe(0)
    }
    const { events, messages } = queries
    expect(events).not.toContain('error')
    const operations = messages.map((each) => (each as unknown as { operation: string }).operation)
    expect(operations.filter((each) => each === 'CREATE')).toHaveLength(1)
  })
})

await describePostgres((title, database) => defineOn(title, () => database.settings, 'database'))
await describeMysql((title, database) => defineOn(title, () => database.settings, 'database'))
await describeRedis((title, redis) => defineOn(title, () => redis.settings, 'redis'))

function defineOn(
  title: string,
  settings: () => Readonly<Record<string, string>>,
  connection: string,
): void {
  test(`three schedulers that die at random run each of ${ticks} ticks once, or again after a death (${title})`, async () => {
    const configured = { ...settings(), SCHEDULE_CONNECTION: connection }
    const application = new TickingApplication(configured)
    const stop = new AbortController()
    const running = [false, false, true].map((isClockWrong) =>
      application.keepRunning(isClockWrong, stop.signal),
    )
    const hasSeenEnough = () => {
      const journal = application.journal()
      const ends = journal.filter(({ what }) => what === 'end')
      const hasEnded = (death: Entry) =>
        ends.some((end) => end.pid === death.pid && nameOf(end) === nameOf(death))
      // A process dies before the end of a run, or after it.
      const kinds = new Set(journal.filter(({ what }) => what === 'die').map(hasEnded))
      return kinds.size === 2 && new Set(ends.map(nameOf)).size > ticks
    }
    await expect.poll(hasSeenEnough, { timeout: 120_000, interval: 200 }).toBe(true)
    stop.abort()
    expect(await Promise.all(running)).toEqual([0, 0, 0])
    // The remaining runs of the last ones are taken over, when their leases have ended.
    const store = await openStore(configured)
    await expect.poll(() => leasedRuns(store), { interval: 200 }).toEqual([])
    const takeOver = async () => {
      await runFw(application.root, ['schedule:run', '--due'], { CALM: '1' })
      return unfinishedRuns(application.journal())
    }
    await expect.poll(takeOver).toEqual([])

    const journal = application.journal()
    expect(problemsOf(journal)).toEqual([])
    expect(journal.filter(({ what }) => what === 'die').length).toBeGreaterThan(0)
    expect(journal.some(({ attempt }) => attempt === 2)).toBe(true)
  }, 240_000)
}

async function openStore(settings: Readonly<Record<string, string>>): Promise<ScheduleStore> {
  const container = new Container()
  await extension.extend?.({ container, config: Config.of(settings), classes: [] })
  const store = container.boot().get(ScheduleStore)
  onTestFinished(() => store.close())
  return store
}

/** Returns the runs that no scheduler may take over yet. */
async function leasedRuns(store: ScheduleStore): Promise<readonly object[]> {
  const { now, entries } = await store.read(scheduleNames)
  const running = [...entries.values()].flatMap(({ record }) => record.running)
  return running.filter(({ leaseUntil }) => leaseUntil > now)
}

/** Ticks without an end, but for those that were run as often as may be. */
function unfinishedRuns(journal: readonly Entry[]): string[] {
  const isOver = ({ what, attempt }: Entry) => what === 'end' || attempt === 3
  const endedNames = new Set(journal.filter(isOver).map(nameOf))
  return [...new Set(journal.map(nameOf))].filter((each) => !endedNames.has(each))
}

function problemsOf(journal: readonly Entry[]): string[] {
  return scheduleNames.flatMap((name) => {
    const entries = journal.filter((entry) => entry.name === name)
    const starts = entries.filter(({ what }) => what === 'start')
    const byTick = Map.groupBy(starts, ({ tick }) => tick)
    const wrong = wrongTicks(starts).map((tick) => `${name} ${tick}: no run, or not due`)
    const repeated = [...byTick].flatMap(([tick, runs]) =>
      runs.flatMap(({ attempt, at }, position) => {
        const before = runs[position - 1]
        if (attempt <= (before?.attempt ?? 0)) return [`${name} ${tick}: attempt ${attempt} twice`]
        // A process may have died between its claim and the first line of the run.
        const death = journal.find(
          ({ what, pid }) => what === 'die' && (!before || pid === before.pid),
        )
        if (attempt === 1 || (death && death.at < at)) return []
        return [`${name} ${tick}: attempt ${attempt} began, and nobody had died`]
      }),
    )
    return [...wrong, ...repeated]
  })
}

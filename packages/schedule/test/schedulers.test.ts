import { DatabaseStore } from '@fw/schedule/database'
import { expect, test } from 'vitest'
import { watchChannel } from '../../core/test/http/channels/watch-channel.ts'
import { describeRedis } from '../../queue/test/backends.ts'
import { runFw } from '../../core/test/support/fw-process.ts'
import { describeDatabases, describeMysql, describePostgres } from '../../queue/test/databases.ts'
import { schedules, TickingApplication, type Entry } from './ticking-application.ts'

const ticks = 200

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
    const application = new TickingApplication({
      ...settings(),
      SCHEDULE_CONNECTION: connection,
    })
    const stop = new AbortController()
    const running = [false, false, true].map((isClockWrong) =>
      application.keepRunning(isClockWrong, stop.signal),
    )
    const ended = () =>
      new Set(
        application
          .journal()
          .filter(({ what }) => what === 'end')
          .map(({ name, tick }) => `${name} ${tick}`),
      ).size
    await expect.poll(ended, { timeout: 120_000, interval: 200 }).toBeGreaterThan(ticks)
    stop.abort()
    expect(await Promise.all(running)).toEqual([0, 0, 0])
    // The remaining runs of the last ones are taken over.
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

/** Ticks without an end, but for those that were run as often as may be. */
function unfinishedRuns(journal: readonly Entry[]): string[] {
  const nameOf = ({ name, tick }: Entry) => `${name} ${tick}`
  const isOver = ({ what, attempt }: Entry) => what === 'end' || attempt === 3
  const endedNames = new Set(journal.filter(isOver).map(nameOf))
  return [...new Set(journal.map(nameOf))].filter((each) => !endedNames.has(each))
}

function problemsOf(journal: readonly Entry[]): string[] {
  return Array.from({ length: schedules }, (_, index) => `s${index}`).flatMap((name) => {
    const entries = journal.filter((entry) => entry.name === name)
    const starts = entries.filter(({ what }) => what === 'start')
    const byTick = Map.groupBy(starts, ({ tick }) => tick)
    const ordered = [...byTick.keys()].toSorted((a, b) => a - b)
    const gaps = ordered
      .filter((tick, position) => position > 0 && tick - (ordered[position - 1] ?? 0) !== 1000)
      .map((tick) => `${name}: nothing ran just before ${tick}`)
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
    return [...gaps, ...repeated]
  })
}

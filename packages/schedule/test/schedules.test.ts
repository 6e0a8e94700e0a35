import { Config, Container, createApp, JsonLogger, Logger, PackageNotInstalled } from '@fw/core'
import { MemoryQueue, Queue } from '@fw/queue'
import {
  DuplicateSchedule,
  InvalidSchedule,
  Scheduler,
  ScheduleStore,
  type StoredRecord,
} from '@fw/schedule'
import type { ScheduleRunMessage } from '@fw/core/channels'
import { expect, onTestFinished, test } from 'vitest'
import { watchChannel } from '../../core/test/http/channels/watch-channel.ts'
import { FwProcess, runFw } from '../../core/test/support/fw-process.ts'
import {
  importableApplication,
  temporaryApplication,
} from '../../core/test/support/temporary-application.ts'

const noon = Date.parse('2026-06-01T12:00:00Z')
const minute = 60_000

test.each([
  [
    "'0 0 30 2 *'",
    /S\.run \(.*s\.ts:\d+:\d+\): the pattern "0 0 30 2 \*" never matches\. Correct its day and month\./,
  ],
  ["'61 * * * *'", /the pattern "61 \* \* \* \*" cannot be read: Invalid value for minute: 61/],
  ["'5/5 * * * *'", /stepping with numeric prefix/],
  ["'* * * * * * 2030'", /is not a pattern\. Write five fields/],
  ["'? * * * *'", /is not a pattern/],
  ["'2030-01-01T00:00:00'", /is not a pattern/],
  ["''", /is not a pattern/],
  ["'@reboot'", /cannot be read/],
  ["'999ms'", /every "999ms" is too often\. The minimum is "1s"\./],
  ["'15x'", /"15x" is not a duration/],
  ["'@daily', { timeZone: 'Europe/Nowhere' }", /"Europe\/Nowhere" is not a time zone/],
  ["'@daily', { timeZone: '' }", /"" is not a time zone/],
  ["'@daily', { timeZone: '+02:00' }", /"\+02:00" is not a time zone/],
  ["'@daily', { jitter: 'long' }", /jitter: "long" is not a duration/],
  ["'@daily', { timeout: '25d' }", /timeout: "25d" is not between "1ms" and "24d"\./],
  [
    "'@daily', { limit: 2 }",
    /there is no option "limit"\. Remove it, or use one of name, timeZone, overlap, missed, on, jitter, timeout\./,
  ],
  ["'@daily', { overlap: 'never' }", /overlap must be one of skip, wait, allow\./],
  ["'@daily', { name: 'two words' }", /"two words" is not a valid name/],
])('@Schedule(%s) is an error at boot', async (use, message) => {
  const booting = boot(`export class S { @Schedule(${use}) run() {} }`)
  await expect(booting).rejects.toThrow(InvalidSchedule)
  await expect(booting).rejects.toThrow(message)
})

test('names are unique, and two schedules on a method need one each', async () => {
  await expect(boot("export class S { @Schedule('1h') @Schedule('1d') run() {} }")).rejects.toThrow(
    'S.run',
  )
  await expect(
    boot(
      "export class S { @Schedule('1h', { name: 'a' }) a() {} @Schedule('1d', { name: 'a' }) b() {} }",
    ),
  ).rejects.toThrow(DuplicateSchedule)
  await expect(boot("@Schedule('1h') export class S {}")).rejects.toThrow(
    'a class that implements Job',
  )
  await expect(
    boot(
      "@Schedule('1h') export class S implements Job { constructor(readonly a: string) {} handle() {} }",
    ),
  ).rejects.toThrow('"a" has no value')
})

test('FW_TIME_ZONE is the time zone of patterns without one', async () => {
  const booting = boot(
    "export class S { @Schedule('@daily') run() {} }",
    'FW_TIME_ZONE=Mars/North\n',
  )
  await expect(booting).rejects.toThrow('"Mars/North" is not a time zone')
})

test('without @fw/schedule, boot reports the decorator and the package to install', async () => {
  const { refuseMissingPackages } = await import('../../core/src/extension.ts')
  const { classes } = await boot("export class S { @Schedule('1h') run() {} }")
  expect(() => refuseMissingPackages(classes, [])).toThrow(PackageNotInstalled)
  expect(() => refuseMissingPackages(classes, [])).toThrow(
    /^S\.run \(.*\): @Schedule needs @fw\/schedule\. Run: npm install @fw\/schedule$/,
  )
})

test('a tick during a run is skipped, waits, or runs at the same time', async () => {
  for (const [overlap, expected] of [
    ['skip', ['0', 'end']],
    ['wait', ['0', 'end', '3', 'end']],
    ['allow', ['0', '1', '2', '3', 'end', 'end', 'end', 'end']],
  ] as const) {
    const at = await start(`'1m', { overlap: '${overlap}' }`)
    for (let passed = 1; passed <= 4; passed++) {
      at.go(noon + passed * minute)
      await settle()
    }
    at.release()
    await expect.poll(at.said).toHaveLength(expected.length)
    await settle()
    expect(at.said()).toEqual(expected)
    await at.end()
  }
})

test('of missed ticks, the latest, none, or all are run', async () => {
  for (const [missed, expected] of [
    ['once', ['9', 'end']],
    ['skip', []],
    ['all', Array.from({ length: 10 }, (_, index) => [String(index), 'end']).flat()],
  ] as const) {
    const at = await start(`'1m', { missed: '${missed}' }`)
    at.release()
    at.go(noon + 10 * minute + 45_000)
    await expect.poll(at.said).toEqual(expected)
    await settle()
    expect(at.said()).toEqual(expected)
    await at.end()
  }
})

test('of a million missed ticks, the last hundred are run immediately', async () => {
  const at = await start("'1s', { missed: 'all' }")
  at.release()
  at.go(noon + 1_000_000 * 1000)
  await expect.poll(() => at.said().length).toBe(200)
  await at.end()
})

test('jitter delays a tick by less than its maximum, and by the same time on each run', async () => {
  const delays: number[] = []
  for (let round = 0; round < 2; round++) {
    const at = await start("'1h', { jitter: '30m' }")
    at.release()
    let minutes = 60
    for (; at.said().length === 0; minutes++) {
      expect(minutes).toBeLessThan(91)
      at.go(noon + minutes * minute)
      await settle()
    }
    delays.push(minutes)
    await at.end()
  }
  expect(delays[0]).toBe(delays[1])
})

test('a timeout aborts the signal, and the run is recorded as failed', async () => {
  const at = await start("'1m', { timeout: '1s' }")
  at.go(noon + minute)
  await expect.poll(at.said).toEqual(['0', 'aborted RunTimedOut'])
  at.release()
  await expect.poll(at.said).toContain('end')
  await at.end()
  expect(at.logged()).toContain('The run took longer than its timeout of 1s.')
})

test('of two schedulers, one runs a tick, or both do', async () => {
  for (const [on, runs] of [
    ['one', 1],
    ['every', 2],
  ] as const) {
    const { container, classes } = await boot(`export class S {
      static runs = 0
      @Schedule('1m', { on: '${on}' }) run() { S.runs += 1 }
    }`)
    const S = classes.find(({ name }) => name === 'S') as unknown as { runs: number }
    let now = noon
    const stop = new AbortController()
    const schedulers = [1, 2].map(() => new Scheduler(container, { now: () => now }))
    const running = schedulers.map((scheduler) => scheduler.run(stop.signal))
    await settle()
    now += minute
    await expect.poll(() => S.runs).toBe(runs)
    await settle()
    stop.abort()
    await Promise.all(running)
    expect(S.runs).toBe(runs)
  }
})

test('a lease that cannot be renewed in time aborts the signal', async () => {
  const store = new CutStore()
  const at = await start("'1m'", '', new MemoryQueue(), store)
  at.go(noon + minute)
  await expect.poll(at.said).toEqual(['0'])
  store.isCut = true
  await expect.poll(at.said).toEqual(['0', 'aborted LeaseLost'])
  store.isCut = false
  await at.end()
  expect(at.logged()).toContain('Renewing the lease of a scheduled run failed.')
})

test('a run is reported with its outcome', async () => {
  const { messages, events } = watchChannel<ScheduleRunMessage>('fw.schedule.run')
  const at = await start(
    "'1m'",
    "export class T { @Schedule('1m') fails() { throw new TypeError('no paper') } }",
  )
  at.release()
  at.go(noon + minute)
  await expect.poll(() => events.filter((event) => event === 'asyncEnd')).toHaveLength(2)
  await at.end()
  const sortedMessages = messages.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  expect(sortedMessages).toMatchObject([
    { name: 'S.run', tick: noon + minute, attempt: 1, outcome: 'done' },
    { name: 'T.fails', tick: noon + minute, attempt: 1, outcome: 'failed' },
  ])
  expect(sortedMessages[1]?.error).toBeInstanceOf(TypeError)
})

test('a job is pushed once per tick', async () => {
  const queue = new MemoryQueue()
  const at = await start(
    "'5m'",
    "@Schedule('1m') export class Note implements Job { constructor(readonly text = 'x') {} handle() {} }",
    queue,
  )
  at.go(noon + minute)
  await expect.poll(() => queue.stats()).toMatchObject([{ waiting: 1 }])
  await settle()
  expect(await queue.stats()).toMatchObject([{ waiting: 1 }])
  await at.end()
})

test('the commands run, pause and list; a run that throws is exit code 1', async () => {
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    '.env': 'SCHEDULE_CONNECTION=database\nDB_NAME=a.sqlite\n',
    'src/s.ts': `import { Schedule } from '@fw/core'
import { ScheduledRun } from '@fw/schedule'
export class S {
  @Schedule('30 2 * * *') fine(run: ScheduledRun) { console.log(run.name, run.attempt) }
  @Schedule('1h') bad() { throw new Error('no paper') }
  @Schedule('2h') mute() { throw new TypeError('') }
  @Schedule('3h', { on: 'every' }) each() {}
}`,
  })
  expect(await runFw(root, ['schedule:pause', 'S.each'])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      "S.each runs in every process (on: 'every'). Only schedules with on: 'one' can be paused or resumed.\n",
  })
  expect((await runFw(root, ['schedule:run', 'S.mute'])).code).toBe(1)
  expect(await runFw(root, ['schedule:run', 'S.fine'])).toEqual({
    code: 0,
    stdout: 'S.fine 1\n',
    stderr: '',
  })
  const bad = await runFw(root, ['schedule:run', 'S.bad'])
  expect(bad.code).toBe(1)
  expect(bad.stderr).toContain('no paper')
  expect((await runFw(root, ['schedule:run', '--due'])).code).toBe(0)
  expect((await runFw(root, ['schedule:run'])).stderr).toContain(
    'either the name of a schedule or --due',
  )
  expect((await runFw(root, ['schedule:run', 'x'])).stderr).toContain('There is no schedule x.')
  await runFw(root, ['schedule:pause', 'S.bad'])
  const listed = JSON.parse((await runFw(root, ['schedule:list', '--json'])).stdout) as unknown
  expect(listed).toMatchObject([
    { name: 'S.fine', pattern: '30 2 * * *', timeZone: 'UTC', outcome: 'done', running: 0 },
    { name: 'S.bad', next: null, outcome: 'failed', message: 'no paper' },
    { name: 'S.mute', outcome: 'failed', message: 'TypeError without a message' },
    { name: 'S.each' },
  ])
  const { stdout } = await runFw(root, ['schedule:list'])
  const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`
  const past = String.raw`\(\d+ (?:ms|s|min|h|day|days) ago\)`
  expect(stdout).toMatch(new RegExp(`^S\\.bad +1h +UTC +paused +${time} ${past} +failed$`, 'm'))
  expect(stdout).toMatch(new RegExp(`^S\\.mute +2h +UTC +${time} \\(in \\d+ (?:s|min|h)\\) `, 'm'))
})

test('schedule:run --due ends even if ticks come faster than runs end', async () => {
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    '.env': 'SCHEDULE_CONNECTION=database\nDB_NAME=a.sqlite\n',
    'src/s.ts': `import { setTimeout } from 'node:timers/promises'
import { Schedule } from '@fw/core'
export class S {
  @Schedule('1s') async slow() { await setTimeout(1_200); console.log('ended') }
}`,
  })
  const runDue = async () => (await runFw(root, ['schedule:run', '--due'])).stdout
  await expect.poll(runDue).toBe('ended\n')
})

test('a scheduler that receives a signal releases its runs, and the next one runs them again', async () => {
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    '.env': 'SCHEDULE_CONNECTION=database\nDB_NAME=a.sqlite\n',
    'src/s.ts': `import { setTimeout } from 'node:timers/promises'
import { Schedule } from '@fw/core'
import { ScheduledRun } from '@fw/schedule'
export class S {
  @Schedule('@yearly') async run(run: ScheduledRun, signal: AbortSignal) {
    console.log('attempt', run.attempt)
    if (run.attempt === 1) await setTimeout(60_000, undefined, { signal })
  }
}`,
  })
  const first = new FwProcess(root, ['schedule:run', 'S.run'])
  await first.printed(/attempt 1/)
  first.child.kill('SIGTERM')
  expect(await first.exit).toBe(1)
  const second = new FwProcess(root, ['schedule:work'])
  await second.printed(/attempt 2/)
})

interface Started {
  go(time: number): void
  /** Lets the runs end. */
  release(): void
  said(): readonly string[]
  logged(): string
  end(): Promise<void>
}

/** A scheduler with one schedule, at noon: it says the number of each tick, and `end`. */
async function start(
  use: string,
  more = '',
  queue: Queue = new MemoryQueue(),
  store?: ScheduleStore,
): Promise<Started> {
  const source = `export class S {
  static said: string[] = []
  static gate = Promise.withResolvers<void>()
  @Schedule(${use}) async run(run: ScheduledRun, signal: AbortSignal) {
    signal.addEventListener('abort', () => S.said.push('aborted ' + signal.reason.name))
    S.said.push(String((run.tick.getTime() - ${noon}) / ${minute} - 1))
    await S.gate.promise
    S.said.push('end')
  }
}
${more}`
  let log = ''
  const { container, classes } = await boot(
    source,
    store ? 'SCHEDULE_LEASE_SECONDS=1\n' : '',
    (c) => {
      if (store) c.instance(ScheduleStore, store)
      const write = (line: string) => void (log += line)
      c.instance(Logger, new JsonLogger({ write })).instance(Queue, queue)
    },
  )
  const S = classes.find(({ name }) => name === 'S') as unknown as {
    said: string[]
    gate: PromiseWithResolvers<void>
  }
  let now = noon
  const stop = new AbortController()
  const running = new Scheduler(container, { now: () => now }).run(stop.signal)
  const end = async () => {
    S.gate.resolve()
    stop.abort()
    await running
  }
  onTestFinished(end)
  await settle()
  return {
    go: (time) => void (now = time),
    release: () => S.gate.resolve(),
    said: () => S.said,
    logged: () => log,
    end,
  }
}

test('a claim that was stored although its response was lost runs when its lease is over', async () => {
  const store = new CutStore()
  const at = await start("'1m'", '', new MemoryQueue(), store)
  at.release()
  store.losesResponse = true
  at.go(noon + minute)
  await expect.poll(() => store.losesResponse).toBe(false)
  at.go(noon + minute + 2000)
  await expect.poll(at.said).toEqual(['0', 'end'])
})

/** Keeps records in memory, and can be cut off. */
class CutStore extends ScheduleStore {
  isCut = false
  /** Stores the next record, and throws all the same. */
  losesResponse = false
  readonly #entries = new Map<string, StoredRecord>()

  async read() {
    this.#refuse()
    return { now: noon, entries: this.#entries }
  }

  async write(name: string, version: number, record: StoredRecord['record']) {
    this.#refuse()
    if ((this.#entries.get(name)?.version ?? 0) !== version) return false
    this.#entries.set(name, { version: version + 1, record })
    if (!this.losesResponse) return true
    this.losesResponse = false
    throw new Error('cut off')
  }

  async close() {}

  #refuse() {
    if (this.isCut) throw new Error('cut off')
  }
}

/** Schedulers of tests look at their time twenty times a second. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 250))
}

function boot(
  source: string,
  env = '',
  bootstrap: (container: Container, config: Config) => void = () => {},
) {
  const root = importableApplication({
    'package.json': '{ "type": "module" }',
    '.env': `SCHEDULE_CONNECTION=memory\nQUEUE_CONNECTION=memory\n${env}`,
    'src/s.ts': `import { Schedule } from '@fw/core'
import type { Job } from '@fw/queue'
import { ScheduledRun } from '@fw/schedule'
${source}`,
  })
  return createApp(root, { bootstrap })
}

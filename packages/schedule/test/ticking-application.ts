import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FwProcess } from '../../core/test/support/fw-process.ts'
import { temporaryApplication } from '../../core/test/support/temporary-application.ts'

export const scheduleNames = Array.from({ length: 10 }, (_, index) => `s${index}`)

const source = `import { appendFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { Schedule } from '@fw/core'
import { ScheduledRun } from '@fw/schedule'

function write(what: string, { name, tick, attempt }: ScheduledRun) {
  appendFileSync('journal.txt', [what, name, tick.getTime(), attempt, process.pid].join(' ') + '\\n')
}

function die(run: ScheduledRun) {
  write('die', run)
  process.kill(process.pid, 'SIGKILL')
}

export class Ticking {
${scheduleNames
  .map((name) => `  @Schedule('1s', { name: '${name}', overlap: 'allow', missed: 'all' })`)
  .join('\n')}
  async tick(run: ScheduledRun) {
    const chance = run.attempt === 1 && !process.env['CALM'] ? Math.random() : 1
    write('start', run)
    if (chance < 0.02) die(run)
    await setTimeout(Math.random() * 300)
    write('end', run)
    // The run has ended, and is not recorded yet.
    if (chance < 0.04) queueMicrotask(() => die(run))
  }
}
`

/** A clock that goes an hour ahead. */
const wrongClock = `const { now } = Date
const ahead = 3_600_000
globalThis.Date = class extends Date {
  constructor(...values) {
    if (values.length === 0) super(now() + ahead)
    else super(...values)
  }
  static now() { return now() + ahead }
}
`

export interface Entry {
  readonly what: 'start' | 'end' | 'die'
  readonly name: string
  readonly tick: number
  readonly attempt: number
  readonly pid: number
  /** Its line in the journal. */
  readonly at: number
}

export function nameOf({ name, tick }: Entry): string {
  return `${name} ${tick}`
}

/**
 * Returns the ticks of a schedule that have no run although one is due each second, from its first run to its last and
 * at least to `until`, and those with a run in between.
 */
export function wrongTicks(runs: readonly Entry[], until = 0): number[] {
  const ticks = new Set(runs.map(({ tick }) => tick))
  const last = Math.max(until, ...ticks)
  const missing: number[] = []
  for (let tick = Math.min(last, ...ticks); tick <= last; tick += 1000) {
    if (!ticks.delete(tick)) missing.push(tick)
  }
  return [...missing, ...ticks]
}

/** An application with ten schedules a second, whose processes die at random; each run is written down. */
export class TickingApplication {
  readonly root: string

  constructor(settings: Readonly<Record<string, string>>) {
    const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`)
    this.root = temporaryApplication({
      'package.json': '{ "type": "module" }',
      '.env': `${lines.join('')}SCHEDULE_LEASE_SECONDS=5\n`,
      'src/ticking.ts': source,
      'wrong-clock.js': wrongClock,
    })
  }

  journal(): Entry[] {
    const file = join(this.root, 'journal.txt')
    if (!existsSync(file)) return []
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    return lines.map((line, at) => {
      const [what, name = '', ...numbers] = line.split(' ')
      const [tick = 0, attempt = 0, pid = 0] = numbers.map(Number)
      return { what: what as Entry['what'], name, tick, attempt, pid, at }
    })
  }

  /** A scheduler that is started again whenever it dies, until the signal is aborted. Then it is asked to end. */
  async keepRunning(isClockWrong: boolean, signal: AbortSignal): Promise<0 | string> {
    for (;;) {
      const env = isClockWrong
        ? { NODE_OPTIONS: `--import ${join(this.root, 'wrong-clock.js')}` }
        : {}
      const scheduler = new FwProcess(this.root, ['schedule:work'], env)
      const end = () => void scheduler.child.kill('SIGTERM')
      signal.addEventListener('abort', end)
      const code = await scheduler.exit
      signal.removeEventListener('abort', end)
      // Asked to end while it boots, it is ended by the signal.
      if (signal.aborted && code !== 1) return 0
      if (code !== 'SIGKILL') return `${code} ${scheduler.stderr}`
    }
  }
}

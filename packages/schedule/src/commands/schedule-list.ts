import { builtInOption, describeTime, table, type ConsoleCommand } from '@fw/core/console'
import type { StoredRecords } from '../claims/schedule-store.ts'
import { ScheduleStore } from '../claims/schedule-store.ts'
import type { SchedulePlan } from '../schedule-plan.ts'
import { ScheduleRegistry } from '../schedule-registry.ts'

/** The command `fw schedule:list`. */
export const scheduleListCommand: ConsoleCommand = {
  name: 'schedule:list',
  description: 'List the schedules, with their next tick and the outcome of their last run.',
  owner: '@fw/schedule',
  parameters: [builtInOption('json', { kind: 'boolean' }, 'Print a JSON array.')],
  async run([json], container) {
    const { plans } = container.get(ScheduleRegistry)
    const names = plans.map(({ name }) => name)
    const stored =
      plans.length === 0
        ? { now: Date.now(), entries: new Map() }
        : await container.get(ScheduleStore).read(names)
    const entries = plans.map((plan) => toListed(plan, stored))
    process.stdout.write(
      json === true ? `${JSON.stringify(entries, null, 2)}\n` : toText(entries, stored.now),
    )
  },
}

interface ScheduleEntry {
  readonly name: string
  readonly pattern: string
  readonly timeZone: string
  /** The time of the next tick; null if the schedule is paused. */
  readonly next: string | null
  readonly last: string | null
  readonly outcome: string | null
  readonly message: string | null
  readonly running: number
}

function toListed(plan: SchedulePlan, { now, entries }: StoredRecords): ScheduleEntry {
  const { name, pattern, timeZone, timetable } = plan
  const record = entries.get(name)?.record
  const next = record?.isPaused ? undefined : timetable.next(now)
  const last = record?.ended.at(-1)
  return {
    name,
    pattern,
    timeZone,
    next: toIso(next),
    last: toIso(last?.tick),
    outcome: last?.outcome ?? null,
    message: last?.message ?? null,
    running: record?.running.length ?? 0,
  }
}

function toIso(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString()
}

function toText(entries: readonly ScheduleEntry[], now: number): string {
  if (entries.length === 0) return 'There are no schedules.\n'
  const rows = entries.map(({ name, pattern, timeZone, next, last, outcome }) => [
    name,
    pattern,
    timeZone,
    next ? describeTime(new Date(next), now) : 'paused',
    last ? describeTime(new Date(last), now) : '-',
    outcome ?? '-',
  ])
  return table([['name', 'pattern', 'zone', 'next', 'last', 'outcome'], ...rows])
}

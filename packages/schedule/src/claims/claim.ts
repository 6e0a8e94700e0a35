import type { SchedulePlan } from '../schedule-plan.ts'
import { createRecord, withEnded, type ActiveRun, type ScheduleRecord } from './schedule-record.ts'

/** How often a tick is run when processes die of it. */
const mostAttempts = 3
/** How many missed ticks are caught up with. */
const mostMissed = 100

/** Who claims, and at what time. */
export interface Claimant {
  readonly worker: string
  /** In milliseconds of the epoch. */
  readonly now: number
  /** In milliseconds. */
  readonly lease: number
  /** True if this process is running it. A claim whose response was lost is stored, and nobody runs it. */
  holds(run: ActiveRun): boolean
}

/** A record as it shall become, and the run that this claims. */
export interface Claim {
  readonly record: ScheduleRecord
  readonly run?: ActiveRun
  /** It has died as often as a run may. */
  readonly abandoned?: ActiveRun
}

/** What is to do for a schedule; undefined: nothing yet. */
export function claim(
  plan: SchedulePlan,
  record: ScheduleRecord | undefined,
  claimant: Claimant,
): Claim | undefined {
  // A name that was never seen has missed nothing.
  if (!record) return { record: createRecord(claimant.now) }
  const dead = record.running.find((run) => isDead(run, claimant))
  if (dead) return takeOver(record, dead, claimant)
  if (record.isPaused) return undefined
  if (record.waiting !== undefined && record.running.length === 0) {
    return start({ ...record, waiting: undefined }, record.waiting, claimant)
  }
  return claimTick(plan, record, claimant)
}

/** A run beside the timetable, for the time it is; undefined where another one is in its way. */
export function claimNow(
  { overlap }: SchedulePlan,
  record: ScheduleRecord | undefined,
  claimant: Claimant,
): Claim | undefined {
  const known = record ?? createRecord(claimant.now)
  if (overlap !== 'allow' && known.running.some((run) => !isDead(run, claimant))) return undefined
  return start(known, claimant.now, claimant)
}

export function pause(record: ScheduleRecord | undefined, now: number): ScheduleRecord {
  return { ...(record ?? createRecord(now)), isPaused: true }
}

/** What would have come during the pause was not missed. */
export function resume(record: ScheduleRecord | undefined, now: number): ScheduleRecord {
  if (!record?.isPaused) return record ?? createRecord(now)
  const latest = Math.max(record.latest, now)
  return { ...record, latest, isPaused: false, waiting: undefined }
}

/** A scheduler knows that its own runs live, whatever became of the lease. */
function isDead(run: ActiveRun, { now, holds }: Claimant): boolean {
  return run.leaseUntil === 0 || (run.leaseUntil <= now && !holds(run))
}

function takeOver(record: ScheduleRecord, dead: ActiveRun, claimant: Claimant): Claim {
  const outcome = dead.leaseUntil === 0 ? 'interrupted' : 'died'
  const rest = withEnded(record, dead, { outcome, endedAt: claimant.now })
  if (dead.attempt >= mostAttempts) return { record: rest, abandoned: dead }
  if (record.isPaused) return { record: rest }
  return start(rest, dead.tick, claimant, dead.attempt + 1)
}

function claimTick(
  { timetable, dueAt, jitter, overlap, missed }: SchedulePlan,
  record: ScheduleRecord,
  claimant: Claimant,
): Claim | undefined {
  const { now, lease } = claimant
  const next = timetable.next(record.latest)
  if (next === undefined || dueAt(next) > now) return undefined
  const latest = lastDue(next)
  if (record.running.length > 0) {
    const startedAt = Math.max(...record.running.map((run) => run.startedAt))
    // What was missed is caught up with one after the other.
    if (dueAt(next) <= startedAt) return undefined
    if (overlap === 'skip') return { record: { ...record, latest } }
    if (overlap === 'wait') return { record: { ...record, latest, waiting: latest } }
  }
  const tick = missed === 'all' ? firstMissed() : latest
  if (missed === 'skip' && now - dueAt(tick) > lease) return { record: { ...record, latest } }
  return start({ ...record, latest: tick }, tick, claimant)

  function lastDue(first: number): number {
    const second = timetable.next(first)
    if (second === undefined || dueAt(second) > now) return first
    let last = Math.max(timetable.last(1, now - jitter)[0] ?? first, first)
    for (;;) {
      const following = timetable.next(last)
      if (following === undefined || dueAt(following) > now) return last
      last = following
    }
  }

  function firstMissed(): number {
    return timetable.last(mostMissed, latest).find((tick) => tick > record.latest) ?? latest
  }
}

function start(
  record: ScheduleRecord,
  tick: number,
  { worker, now, lease }: Claimant,
  attempt = 1,
): Claim {
  const run = { tick, attempt, worker, startedAt: now, leaseUntil: now + lease }
  return { record: { ...record, running: [...record.running, run] }, run }
}

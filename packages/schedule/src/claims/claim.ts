import type { SchedulePlan } from '../schedule-plan.ts'
import { createRecord, withEnded, type ActiveRun, type ScheduleRecord } from './schedule-record.ts'

/** The maximum number of times that a tick is run if its process dies or stops during the run. */
const maxAttempts = 3
/** The maximum number of missed ticks that are run later. */
const maxMissedTicks = 100

/** The scheduler that wants to claim a tick, and the current time. */
export interface Claimant {
  readonly worker: string
  /** The current time in milliseconds since the epoch. */
  readonly now: number
  /** The time up to which ticks are claimed, in milliseconds since the epoch. At most `now`. */
  readonly until: number
  /** The duration of a lease in milliseconds. */
  readonly lease: number
  /**
   * True if this process is executing the run. If the response to a claim was lost, the claim is stored although no
   * process executes the run.
   */
  isExecuting(run: ActiveRun): boolean
}

/** The updated record of a schedule, and the claimed run. */
export interface Claim {
  readonly record: ScheduleRecord
  readonly run?: ActiveRun
  /** A run that is not repeated, because too many processes have died or stopped during it. */
  readonly abandoned?: ActiveRun
}

/** Returns the change to make to a schedule's record; undefined if no change is due. */
export function claim(
  plan: SchedulePlan,
  record: ScheduleRecord | undefined,
  claimant: Claimant,
): Claim | undefined {
  // A schedule without a record is new and has missed no ticks.
  if (!record) return { record: createRecord(claimant.now) }
  const dead = record.running.find((run) => isDead(run, claimant))
  if (dead) return takeOver(record, dead, claimant)
  if (record.isPaused) return undefined
  if (record.waiting !== undefined && record.running.length === 0) {
    return start({ ...record, waiting: undefined }, record.waiting, claimant)
  }
  return claimTick(plan, record, claimant)
}

/**
 * Claims a run for the current time, outside the timetable. Returns undefined if a run is active and runs must not
 * overlap.
 */
export function claimNow(
  { overlap }: SchedulePlan,
  record: ScheduleRecord | undefined,
  claimant: Claimant,
): Claim | undefined {
  const existing = record ?? createRecord(claimant.now)
  if (overlap !== 'allow' && existing.running.some((run) => !isDead(run, claimant)))
    return undefined
  return start(existing, claimant.now, claimant)
}

export function pause(record: ScheduleRecord | undefined, now: number): ScheduleRecord {
  return { ...(record ?? createRecord(now)), isPaused: true }
}

/** Resumes a schedule. Ticks during the pause do not count as missed. */
export function resume(record: ScheduleRecord | undefined, now: number): ScheduleRecord {
  if (!record?.isPaused) return record ?? createRecord(now)
  const latest = Math.max(record.latest, now)
  return { ...record, latest, isPaused: false, waiting: undefined }
}

/**
 * True if the process of a run has died or released the run. A scheduler knows which runs of this process are alive,
 * even after their lease has ended.
 */
function isDead(run: ActiveRun, { now, isExecuting }: Claimant): boolean {
  return run.leaseUntil === 0 || (run.leaseUntil <= now && !isExecuting(run))
}

function takeOver(record: ScheduleRecord, dead: ActiveRun, claimant: Claimant): Claim {
  const outcome = dead.leaseUntil === 0 ? 'interrupted' : 'died'
  const rest = withEnded(record, dead, { outcome, endedAt: claimant.now })
  if (dead.attempt >= maxAttempts) return { record: rest, abandoned: dead }
  if (record.isPaused) return { record: rest }
  return start(rest, dead.tick, claimant, dead.attempt + 1)
}

function claimTick(
  { timetable, dueAt, jitter, overlap, missed }: SchedulePlan,
  record: ScheduleRecord,
  claimant: Claimant,
): Claim | undefined {
  const { now, until, lease } = claimant
  const next = timetable.next(record.latest)
  if (next === undefined || dueAt(next) > until) return undefined
  const latest = lastDue(next)
  if (record.running.length > 0) {
    const startedAt = Math.max(...record.running.map((run) => run.startedAt))
    // Missed ticks are run one after the other.
    if (dueAt(next) <= startedAt) return undefined
    if (overlap === 'skip') return { record: { ...record, latest } }
    if (overlap === 'wait') return { record: { ...record, latest, waiting: latest } }
  }
  const tick = missed === 'all' ? firstMissed() : latest
  if (missed === 'skip' && now - dueAt(tick) > lease) return { record: { ...record, latest } }
  return start({ ...record, latest: tick }, tick, claimant)

  function lastDue(first: number): number {
    const second = timetable.next(first)
    if (second === undefined || dueAt(second) > until) return first
    let last = Math.max(timetable.last(1, until - jitter)[0] ?? first, first)
    for (;;) {
      const following = timetable.next(last)
      if (following === undefined || dueAt(following) > until) return last
      last = following
    }
  }

  function firstMissed(): number {
    return timetable.last(maxMissedTicks, latest).find((tick) => tick > record.latest) ?? latest
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

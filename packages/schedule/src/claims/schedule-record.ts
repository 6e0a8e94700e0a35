/** The stored state of a schedule. Times are the store's, in milliseconds since the epoch. */
export interface ScheduleRecord {
  /** Ticks up to this one are not claimed again. */
  readonly latest: number
  readonly isPaused?: boolean
  /** A tick that came during a run, and waits for its end. */
  readonly waiting?: number | undefined
  /** The latest tick whose run ended without an error. */
  readonly done?: number
  readonly running: readonly ActiveRun[]
  /** The last runs, the latest at the end. */
  readonly ended: readonly EndedRun[]
}

export interface ActiveRun {
  readonly tick: number
  readonly attempt: number
  /** The scheduler that runs it. */
  readonly worker: string
  readonly startedAt: number
  /** The time at which others may take it over; 0 if its scheduler has released it. */
  readonly leaseUntil: number
}

/**
 * A run that has ended. `died`: the process ended, or lost its lease. `interrupted`: the process
 * received a signal to end and released the run.
 */
export interface EndedRun {
  readonly tick: number
  readonly attempt: number
  readonly outcome: 'done' | 'failed' | 'died' | 'interrupted'
  readonly startedAt: number
  readonly endedAt: number
  /** The message of the error. */
  readonly message?: string
}

/** Creates the record of an unknown schedule. */
export function createRecord(now: number): ScheduleRecord {
  return { latest: now, running: [], ended: [] }
}

/**
 * Parses a stored record. A malformed one, which may come from other software, is replaced by a new
 * one.
 */
export function parseRecord(text: string, now: number): ScheduleRecord {
  try {
    const parsed: unknown = JSON.parse(text)
    return isRecord(parsed) ? parsed : createRecord(now)
  } catch {
    return createRecord(now)
  }
}

function isRecord(value: unknown): value is ScheduleRecord {
  const { latest, running, ended } = (value ?? {}) as Partial<Record<keyof ScheduleRecord, unknown>>
  return Number.isFinite(latest) && Array.isArray(running) && Array.isArray(ended)
}

/** The number of ended runs to keep. */
const kept = 100

export function withEnded(record: ScheduleRecord, run: ActiveRun, ended: Ending): ScheduleRecord {
  const { tick, attempt, startedAt } = run
  const entry = { tick, attempt, startedAt, ...ended }
  return {
    ...record,
    ...(ended.outcome === 'done' && { done: Math.max(record.done ?? tick, tick) }),
    running: record.running.filter((other) => other !== run),
    ended: [...record.ended, entry].slice(-kept),
  }
}

type Ending = Pick<EndedRun, 'outcome' | 'endedAt' | 'message'>

/** Returns the run as it is stored, or undefined if its scheduler no longer holds it. */
export function findHeld(
  record: ScheduleRecord | undefined,
  run: ActiveRun,
): ActiveRun | undefined {
  return record?.running.find(
    ({ tick, attempt, worker }) =>
      tick === run.tick && attempt === run.attempt && worker === run.worker,
  )
}

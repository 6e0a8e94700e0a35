/** The stored state of a schedule. Times come from the clock of the store, in milliseconds since the epoch. */
export interface ScheduleRecord {
  /** The time up to which ticks are not claimed again. */
  readonly latest: number
  readonly isPaused?: boolean
  /** A tick that became due during a run, and waits for the run to end. */
  readonly waiting?: number | undefined
  /** The latest tick whose run was successful. */
  readonly done?: number
  readonly running: readonly ActiveRun[]
  /** The most recent runs, oldest first. */
  readonly ended: readonly EndedRun[]
}

export interface ActiveRun {
  readonly tick: number
  readonly attempt: number
  /** The scheduler that executes the run. */
  readonly worker: string
  readonly startedAt: number
  /** The time at which other schedulers may take over the run; 0 if its scheduler has released it. */
  readonly leaseUntil: number
}

/**
 * A run that has ended. `died`: its process exited, or lost its lease. `interrupted`: its process received a signal to
 * stop and released the run.
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

/** Creates the record of a new schedule. */
export function createRecord(now: number): ScheduleRecord {
  return { latest: now, running: [], ended: [] }
}

/** Parses a stored record. If it is malformed, for example because other software wrote it, returns a new one. */
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

/** The number of ended runs to keep in the record. */
const maxEndedRuns = 100

export function withEnded(record: ScheduleRecord, run: ActiveRun, ended: RunEnd): ScheduleRecord {
  const { tick, attempt, startedAt } = run
  const entry = { tick, attempt, startedAt, ...ended }
  return {
    ...record,
    ...(ended.outcome === 'done' && { done: Math.max(record.done ?? tick, tick) }),
    running: record.running.filter((other) => other !== run),
    ended: [...record.ended, entry].slice(-maxEndedRuns),
  }
}

type RunEnd = Pick<EndedRun, 'outcome' | 'endedAt' | 'message'>

/** Returns the run as it is stored; undefined if its scheduler no longer holds it. */
export function findRunning(
  record: ScheduleRecord | undefined,
  run: ActiveRun,
): ActiveRun | undefined {
  return record?.running.find(
    ({ tick, attempt, worker }) =>
      tick === run.tick && attempt === run.attempt && worker === run.worker,
  )
}

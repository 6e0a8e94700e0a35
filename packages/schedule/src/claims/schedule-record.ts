/** What is stored of a schedule. Times are the store's, in milliseconds of the epoch. */
export interface ScheduleRecord {
  /** No tick up to this one is claimed anew. */
  readonly latest: number
  readonly isPaused?: boolean
  /** A tick that came during a run, and waits for its end. */
  readonly waiting?: number | undefined
  /** The latest tick whose run ended without an error. */
  readonly done?: number
  readonly running: readonly ActiveRun[]
  /** The last ones, the latest at the end. */
  readonly ended: readonly EndedRun[]
}

export interface ActiveRun {
  readonly tick: number
  readonly attempt: number
  /** The scheduler that runs it. */
  readonly worker: string
  readonly startedAt: number
  /** When others may take it over; 0 when its scheduler has given it back. */
  readonly leaseUntil: number
}

/** `died`: the process ended, or lost its lease; `interrupted`: it was asked to end and gave the run back. */
export interface EndedRun {
  readonly tick: number
  readonly attempt: number
  readonly outcome: 'done' | 'failed' | 'died' | 'interrupted'
  readonly startedAt: number
  readonly endedAt: number
  /** That of the error. */
  readonly message?: string
}

/** The record of a schedule that was never seen before. */
export function createRecord(now: number): ScheduleRecord {
  return { latest: now, running: [], ended: [] }
}

/** Parses a stored record. Something else may have written it: one that is malformed becomes a new one. */
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

/** How many ended runs are kept. */
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

/** The run as it is stored; undefined where it is no longer that of its scheduler. */
export function findHeld(
  record: ScheduleRecord | undefined,
  run: ActiveRun,
): ActiveRun | undefined {
  return record?.running.find(
    ({ tick, attempt, worker }) =>
      tick === run.tick && attempt === run.attempt && worker === run.worker,
  )
}

import type { ScheduleOptions } from '@fw/core'
import type { ScheduledRun } from './scheduled-run.ts'
import type { Timetable } from './timetable/timetable.ts'

/** The plan of a schedule. Times are in milliseconds. */
export interface SchedulePlan {
  readonly name: string
  /** The method or class with the decorator. */
  readonly owner: string
  /** The location, as `file:line:column`. */
  readonly at: string
  readonly pattern: string
  readonly timeZone: string
  readonly overlap: NonNullable<ScheduleOptions['overlap']>
  readonly missed: NonNullable<ScheduleOptions['missed']>
  readonly on: NonNullable<ScheduleOptions['on']>
  readonly timeout: { readonly text: string; readonly milliseconds: number } | undefined
  readonly timetable: Timetable
  /** The maximum delay of a tick. */
  readonly jitter: number
  /** Returns the time when a tick is due: the scheduled time plus its jitter. */
  dueAt(tick: number): number
  /** Runs the scheduled method, or pushes the job. */
  run(run: ScheduledRun, signal: AbortSignal): unknown
}

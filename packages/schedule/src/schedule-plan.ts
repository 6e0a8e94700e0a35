import type { ScheduleOptions } from 'fw'
import type { ScheduledRun } from './scheduled-run.ts'
import type { Timetable } from './timetable/timetable.ts'

/** A schedule of the application, read once. Times are in milliseconds. */
export interface SchedulePlan {
  readonly name: string
  /** The method or class that it stands on. */
  readonly owner: string
  /** `file:line:column` */
  readonly at: string
  readonly pattern: string
  readonly timeZone: string
  readonly overlap: NonNullable<ScheduleOptions['overlap']>
  readonly missed: NonNullable<ScheduleOptions['missed']>
  readonly on: NonNullable<ScheduleOptions['on']>
  readonly timeout: { readonly text: string; readonly milliseconds: number } | undefined
  readonly timetable: Timetable
  /** By how much a tick is delayed at most. */
  readonly jitter: number
  /** When a tick is due: at its own time, or later by its jitter. */
  dueAt(tick: number): number
  /** Does what is scheduled. */
  run(run: ScheduledRun, signal: AbortSignal): unknown
}

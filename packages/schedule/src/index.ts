export {
  DuplicateSchedule,
  InvalidSchedule,
  InvalidScheduler,
  LeaseLost,
  RunTimedOut,
} from './errors.ts'
export { ScheduledRun } from './scheduled-run.ts'
export { ScheduleStore, type StoredRecord, type StoredRecords } from './claims/schedule-store.ts'
export { Scheduler, type SchedulerOptions } from './scheduler.ts'
export { nextTicks, type NextTicksOptions } from './timetable/next-ticks.ts'

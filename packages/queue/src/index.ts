export {
  DuplicateJob,
  GiveUp,
  InvalidJob,
  InvalidPush,
  InvalidWorker,
  JobCancelled,
  JobLeaseLost,
  JobTimedOut,
  MalformedJob,
  MemoryNotShared,
  TableOutdated,
  UnknownJob,
  WorkerDied,
} from './errors.ts'
export { HeldJob } from './held-job.ts'
export { JobInfo, type Job, type JobClass } from './job.ts'
export type { CheckedSettings, JobChanges } from './job-settings.ts'
export { JobRegistry } from './job-registry.ts'
export type { JobType } from './job-type.ts'
export { queueFactory } from './queue-factory.ts'
export { MemoryQueue } from './memory/memory-queue.ts'
export {
  Queue,
  type FailedJob,
  type NewJob,
  type Outcome,
  type PushOptions,
  type QueueStats,
  type RunJob,
  type StoredChanges,
  type TakenJob,
  type WorkOptions,
} from './queue.ts'
export { Worker, type WorkerOptions } from './worker.ts'

export {
  DuplicateJob,
  InvalidJob,
  InvalidPush,
  InvalidWorker,
  MalformedJob,
  RedisUnreachable,
  WorkerDied,
} from './errors.ts'
export type { Job, JobClass } from './job.ts'
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
  type TakenJob,
  type WorkOptions,
} from './queue.ts'
export { Worker, type WorkerOptions } from './worker.ts'

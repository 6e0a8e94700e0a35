export {
  dbQueries,
  httpRequests,
  mcpMessages,
  queueJobs,
  queuePushes,
  scheduleRuns,
  type DbQueryMessage,
  type HttpRequestMessage,
  type JobMeta,
  type McpMessage,
  type QueueJobMessage,
  type QueuePushMessage,
  type ScheduleRunMessage,
} from './channels/channels.ts'
export {
  OperationChannel,
  type OperationMessage,
  type OperationWatcher,
} from './channels/operation-channel.ts'
export {
  currentContext,
  inContext,
  keepContexts,
  type ContextStore,
  type CurrentContext,
} from './logging/current-context.ts'

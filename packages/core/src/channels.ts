export {
  dbQueries,
  eventDispatches,
  httpRequests,
  mcpMessages,
  queueJobs,
  queuePushes,
  scheduleRuns,
  type DbQueryMessage,
  type EventDispatchMessage,
  type HttpRequestMessage,
  type JobMeta,
  type McpMessage,
  type QueueJobMessage,
  type QueuePushMessage,
  type ScheduleRunMessage,
} from './http/channels/channels.ts'
export {
  keepValues,
  OperationChannel,
  valuesOf,
  type OperationMessage,
  type OperationWatcher,
} from './http/channels/operation-channel.ts'
export {
  currentContext,
  inContext,
  keepContexts,
  type ContextStore,
  type CurrentContext,
} from './base/logging/current-context.ts'

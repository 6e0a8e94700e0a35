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
} from './channels/channels.ts'
export {
  keepValues,
  OperationChannel,
  valuesOf,
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

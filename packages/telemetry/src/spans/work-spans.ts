import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  trace,
  type TextMapGetter,
} from '@opentelemetry/api'
import {
  dbQueries,
  mcpMessages,
  queueJobs,
  queuePushes,
  scheduleRuns,
  type DbQueryMessage,
  type McpMessage,
  type QueueJobMessage,
  type QueuePushMessage,
  type ScheduleRunMessage,
} from '@fw/core/channels'
import { errorTypeOf } from '../naming.ts'
import { db, mcp, messaging, fw, rows } from '../semantic-conventions.ts'
import type { SpanPlan } from './span-plan.ts'

/**
 * Creates spans such as `SELECT orders`, as children of the current span. Queries without a current span, such as those
 * of a worker that looks for jobs, create no spans.
 */
export const dbSpans: SpanPlan<DbQueryMessage> = {
  channel: dbQueries,
  kind: SpanKind.CLIENT,
  parent: () => (trace.getActiveSpan() ? context.active() : undefined),
  name: ({ operation, table }) => (table === undefined ? operation : `${operation} ${table}`),
  attributes: ({ system, sql, operation, table }) => ({
    [db.system]: system,
    [db.text]: sql,
    [db.operation]: operation,
    ...(table !== undefined && { [db.table]: table }),
  }),
  finish: ({ rows: count, error }) => ({
    ...(count !== undefined && { [rows]: count }),
    ...codeOf(error),
  }),
}

function codeOf(error: unknown): Record<string, string> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? { [db.code]: code } : {}
}

/** Creates spans such as `send default`. Their context is stored with the job. */
export const pushSpans: SpanPlan<QueuePushMessage> = {
  channel: queuePushes,
  kind: SpanKind.PRODUCER,
  parent: () => context.active(),
  name: ({ queue }) => `send ${queue}`,
  attributes: ({ queue, job }) => messageAttributes(queue, job, 'send'),
  begin: ({ meta }, operationContext) => propagation.inject(operationContext, meta),
  finish: ({ id }) => (id === undefined ? {} : { [messaging.messageId]: id }),
}

/** Creates spans such as `process default`, as children of the push if it had a span, even in another process. */
export const jobSpans: SpanPlan<QueueJobMessage> = {
  channel: queueJobs,
  kind: SpanKind.CONSUMER,
  parent: ({ meta }) => propagation.extract(ROOT_CONTEXT, meta),
  name: ({ queue }) => `process ${queue}`,
  attributes: ({ queue, job, id, attempt }) => ({
    ...messageAttributes(queue, job, 'process'),
    [messaging.messageId]: id,
    [fw.attempt]: attempt,
  }),
  finish: ({ outcome }) => (outcome === undefined ? {} : { [fw.outcome]: outcome }),
}

function messageAttributes(queue: string, job: string, operation: 'send' | 'process') {
  return {
    [messaging.system]: 'fw',
    [messaging.destination]: queue,
    [messaging.operation]: operation,
    [messaging.operationType]: operation,
    [fw.job]: job,
  }
}

/** Creates spans such as `schedule Reports.nightly`, each in its own trace. */
export const scheduleSpans: SpanPlan<ScheduleRunMessage> = {
  channel: scheduleRuns,
  kind: SpanKind.INTERNAL,
  parent: () => ROOT_CONTEXT,
  name: ({ name }) => `schedule ${name}`,
  attributes: ({ name, tick, attempt }) => ({
    [fw.schedule]: name,
    [fw.tick]: new Date(tick).toISOString(),
    [fw.attempt]: attempt,
  }),
  finish: ({ outcome }) => (outcome === undefined ? {} : { [fw.outcome]: outcome }),
}

const metaGetter: TextMapGetter<McpMessage['meta']> = {
  keys: Object.keys,
  get(meta, name) {
    const value = Object.hasOwn(meta, name) ? meta[name] : undefined
    return typeof value === 'string' ? value : undefined
  },
}

/**
 * Creates spans such as `tools/call search`. The parent is the span in the message of the agent, or the current span
 * if the message does not contain a span.
 */
export const mcpSpans: SpanPlan<McpMessage> = {
  channel: mcpMessages,
  kind: SpanKind.SERVER,
  parent: ({ meta }) => remoteContext(meta) ?? context.active(),

  links({ meta }) {
    const request = trace.getActiveSpan()
    return request && remoteContext(meta) ? [{ context: request.spanContext() }] : []
  },

  name: ({ method, tool }) => (tool === undefined ? method : `${method} ${tool}`),
  attributes: ({ method, tool, transport }) => ({
    [mcp.method]: method,
    [mcp.transport]: transport === 'http' ? 'tcp' : 'pipe',
    ...(tool !== undefined && { [mcp.tool]: tool }),
  }),
  finish: ({ version, code }) => ({
    ...(version !== undefined && { [mcp.version]: version }),
    ...(typeof code === 'number' && { [mcp.code]: String(code) }),
  }),
  failure({ code, error }) {
    if (code === undefined) return errorTypeOf(error)
    return String(code)
  },
}

function remoteContext(meta: McpMessage['meta']) {
  const extracted = propagation.extract(ROOT_CONTEXT, meta, metaGetter)
  return trace.getSpanContext(extracted) ? extracted : undefined
}

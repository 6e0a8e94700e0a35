import type { HttpRequest } from '../message/http-request.ts'
import { OperationChannel, type OperationMessage } from './operation-channel.ts'

/** A request, until its response is complete or aborted. */
export interface HttpRequestMessage extends OperationMessage {
  /** The HTTP method in upper case, such as `GET`. */
  readonly method: string
  /** The path as sent, without the query string. */
  readonly path: string
  /**
   * The path template of the route, such as `/orders/{id}`, or the path of an endpoint or of static files; `(none)` if
   * the request matched no target, or is a preflight for a route or a file.
   */
  route: string
  /** The status; 0 until the response has ended, and if the client disconnected before there was a response. */
  status: number
  /** The number of bytes of the response body that were written to the connection. */
  bytes: number
  /** True if the response ended before it was complete. */
  aborted: boolean
  /** The request id, set at the end; undefined if request ids are disabled and no code has read `request.id`. */
  requestId?: string | undefined
  /** The request itself, for details. Do not log it. */
  readonly request: HttpRequest
}

/** A database query, including `BEGIN` and `COMMIT`. */
export interface DbQueryMessage extends OperationMessage {
  readonly system: 'postgresql' | 'mysql' | 'sqlite'
  /** The SQL with placeholders for values. */
  readonly sql: string
  /** The first keyword of the SQL in upper case, such as `SELECT`. */
  readonly operation: string
  /** The first table in the SQL; undefined if none is found. */
  readonly table: string | undefined
  /** The number of rows that the query returned or changed, if it is known. */
  rows?: number
}

/** Metadata that is stored with a job and passed to its attempts: strings by name, such as `traceparent`. */
export type JobMeta = Record<string, string>

/** The push of a job. */
export interface QueuePushMessage extends OperationMessage {
  readonly queue: string
  /** The name under which the job is stored. */
  readonly job: string
  /** The id of the job, set once it is stored. */
  id?: string
  readonly attempt: 0
  outcome?: 'pushed' | 'failed'
  /** The metadata to store with the job. A subscriber of `start` may add to it. */
  readonly meta: JobMeta
}

/** An attempt to run a job. */
export interface QueueJobMessage extends OperationMessage {
  readonly queue: string
  readonly job: string
  readonly id: string
  /** The number of the attempt, starting at 1. */
  readonly attempt: number
  /** `done`, `retry`, `failed`, `cancelled` or `unknown`. */
  outcome?: string
  /** The delay before the next attempt in milliseconds, if the outcome is `retry` or `unknown`. */
  retryIn?: number
  /** The metadata that was stored with the job. */
  readonly meta: Readonly<JobMeta>
}

/** A run of a schedule. */
export interface ScheduleRunMessage extends OperationMessage {
  readonly name: string
  /** The scheduled time, in milliseconds since the epoch. */
  readonly tick: number
  /** The number of the attempt, starting at 1. */
  readonly attempt: number
  outcome?: string
}

/** The dispatch of an event, until all of its listeners have finished or one has failed. */
export interface EventDispatchMessage extends OperationMessage {
  /** The name of the event class. */
  readonly event: string
  /** The number of listeners of the event. */
  readonly listeners: number
}

/** A message of the Model Context Protocol. */
export interface McpMessage extends OperationMessage {
  /** The MCP method, such as `tools/call`; `(other)` if it is not part of the protocol. */
  readonly method: string
  /** The name of the called tool; undefined for other messages, and if the tool does not exist. */
  readonly tool: string | undefined
  /** The protocol version, if the message or its HTTP headers contain a supported one. */
  version?: string | undefined
  readonly transport: 'http' | 'stdio'
  /** The code of the JSON-RPC error, or `tool_error` if a tool returned an error. */
  code?: number | 'tool_error'
  /** The `params._meta` of the message. */
  readonly meta: Readonly<Record<string, unknown>>
}

/** Requests over HTTP, from their arrival to the end of the response. Health checks and `/metrics` are left out. */
export const httpRequests = new OperationChannel<HttpRequestMessage>('fw.http.request')
/** Queries of `@fw/query`. */
export const dbQueries = new OperationChannel<DbQueryMessage>('fw.db.query')
/** Calls that push jobs to the queue. */
export const queuePushes = new OperationChannel<QueuePushMessage>('fw.queue.push')
/** Attempts of workers to run jobs. */
export const queueJobs = new OperationChannel<QueueJobMessage>('fw.queue.job')
/** Runs of schedules. */
export const scheduleRuns = new OperationChannel<ScheduleRunMessage>('fw.schedule.run')
/** Dispatches of events. */
export const eventDispatches = new OperationChannel<EventDispatchMessage>('fw.event.dispatch')
/** Messages of MCP clients. */
export const mcpMessages = new OperationChannel<McpMessage>('fw.mcp.message')

import type { HttpRequest } from '../message/http-request.ts'
import { OperationChannel, type OperationMessage } from './operation-channel.ts'

/** A request, to its last byte or cut. */
export interface HttpRequestMessage extends OperationMessage {
  /** Upper case, such as `GET`. */
  readonly method: string
  /** As sent, without the query string. */
  readonly path: string
  /** The template, such as `/orders/{id}`; `(none)` where nothing matched. */
  route: string
  /** 0 until the answer has ended, and where the client left before there was one. */
  status: number
  /** Of the body, as many as were handed to the connection. */
  bytes: number
  /** Whether the answer ended before it was complete. */
  aborted: boolean
  /** Present where requests have ids. */
  requestId?: string | undefined
  /** The request itself, for those who need more than names. Do not log it. */
  readonly request: HttpRequest
}

/** A statement, `BEGIN` and `COMMIT` too. */
export interface DbQueryMessage extends OperationMessage {
  readonly system: 'postgresql' | 'mysql' | 'sqlite'
  /** With markers in the place of values. */
  readonly sql: string
  /** The first word of the statement, such as `SELECT`. */
  readonly operation: string
  /** The first table that it names. */
  readonly table: string | undefined
  /** How many it gave or touched; undefined where it failed or gives none. */
  rows?: number
}

/** What is carried from a push to the attempts of its job: texts by name, such as `traceparent`. */
export type JobMeta = Record<string, string>

/** A push. */
export interface QueuePushMessage extends OperationMessage {
  readonly queue: string
  /** The name that the job is stored under. */
  readonly job: string
  /** Set when the job is stored. */
  id?: string
  readonly attempt: 0
  outcome?: 'pushed' | 'failed'
  /** Stored with the job. A subscriber of `start` may add to it. */
  readonly meta: JobMeta
}

/** An attempt. */
export interface QueueJobMessage extends OperationMessage {
  readonly queue: string
  readonly job: string
  readonly id: string
  /** Counted from 1. */
  readonly attempt: number
  outcome?: string
  /** What was stored with the job. */
  readonly meta: Readonly<JobMeta>
}

/** A run of a schedule. */
export interface ScheduleRunMessage extends OperationMessage {
  readonly name: string
  /** In milliseconds of the epoch. */
  readonly tick: number
  /** Counted from 1. */
  readonly attempt: number
  outcome?: string
}

/** An event, until all of its listeners have had it. */
export interface EventDispatchMessage extends OperationMessage {
  /** The name of its class. */
  readonly event: string
  /** How many listen to it. */
  readonly listeners: number
}

/** A message of the Model Context Protocol. */
export interface McpMessage extends OperationMessage {
  /** `(other)` where it is none of the protocol. */
  readonly method: string
  /** The tool that is called. */
  readonly tool: string | undefined
  /** Of the protocol, where the message tells it. */
  version?: string | undefined
  readonly transport: 'http' | 'stdio'
  /** Of the JSON-RPC error; `tool_error` where a tool has told of one. */
  code?: number | 'tool_error'
  /** `params._meta`. */
  readonly meta: Readonly<Record<string, unknown>>
}

/** Requests over HTTP, from their arrival to the end of the answer. */
export const httpRequests = new OperationChannel<HttpRequestMessage>('fw.http.request')
/** Statements of `@fw/query`. */
export const dbQueries = new OperationChannel<DbQueryMessage>('fw.db.query')
/** Jobs that are pushed. */
export const queuePushes = new OperationChannel<QueuePushMessage>('fw.queue.push')
/** Attempts of jobs. */
export const queueJobs = new OperationChannel<QueueJobMessage>('fw.queue.job')
/** Runs of what is scheduled. */
export const scheduleRuns = new OperationChannel<ScheduleRunMessage>('fw.schedule.run')
/** Events that are dispatched. */
export const eventDispatches = new OperationChannel<EventDispatchMessage>('fw.event.dispatch')
/** Messages of agents. */
export const mcpMessages = new OperationChannel<McpMessage>('fw.mcp.message')

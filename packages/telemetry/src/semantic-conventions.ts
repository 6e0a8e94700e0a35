/*
 * The names in OpenTelemetry's semantic conventions, version 1.37. The names below "In development"
 * may change, so other files import the names from here.
 * https://opentelemetry.io/docs/specs/semconv/
 */

export const http = {
  method: 'http.request.method',
  originalMethod: 'http.request.method_original',
  status: 'http.response.status_code',
  route: 'http.route',
  path: 'url.path',
  scheme: 'url.scheme',
  host: 'server.address',
  port: 'server.port',
  client: 'client.address',
  userAgent: 'user_agent.original',
} as const

export const db = {
  system: 'db.system.name',
  text: 'db.query.text',
  operation: 'db.operation.name',
  table: 'db.collection.name',
  code: 'db.response.status_code',
} as const

export const errorType = 'error.type'

// In development.

export const rows = 'db.response.returned_rows'

export const messaging = {
  system: 'messaging.system',
  destination: 'messaging.destination.name',
  operation: 'messaging.operation.name',
  operationType: 'messaging.operation.type',
  messageId: 'messaging.message.id',
} as const

export const mcp = {
  method: 'mcp.method.name',
  version: 'mcp.protocol.version',
  tool: 'gen_ai.tool.name',
  code: 'rpc.response.status_code',
  transport: 'network.transport',
} as const

/** Names that only `fw` uses. */
export const fw = {
  requestId: 'fw.request.id',
  job: 'fw.job.class',
  attempt: 'fw.attempt',
  outcome: 'fw.outcome',
  schedule: 'fw.schedule.name',
  tick: 'fw.schedule.tick',
} as const

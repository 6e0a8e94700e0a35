export type { CacheScope } from './features/mcp/catalogue/decorators.ts'
export { McpDispatcher } from './features/mcp/calls/dispatcher.ts'
export { DocsResource } from './features/mcp/catalogue/docs-resource.ts'
export {
  DuplicateResource,
  DuplicateTool,
  InvalidResource,
  InvalidServerText,
  InvalidTool,
  McpError,
  UnguardedTool,
} from './features/mcp/protocol/errors.ts'
export type {
  MessageContext,
  MessageContext as Exchange,
  McpResponse,
} from './features/mcp/protocol/method.ts'
export { ProgressReporter, type Progress } from './features/mcp/protocol/progress-reporter.ts'
export { McpDiscovery, McpRegistry } from './features/mcp/catalogue/registry.ts'
export type { Resource } from './features/mcp/catalogue/resource.ts'
export { McpServer, type McpServerOptions } from './features/mcp/server.ts'
export type { ServerInfo } from './features/mcp/protocol/server-info.ts'
export type { Tool } from './features/mcp/catalogue/tool.ts'
export { reserveStdout, serveStdio, type StdioOptions } from './features/mcp/transports/stdio.ts'

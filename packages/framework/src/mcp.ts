export type { CacheScope } from './mcp/attributes.ts'
export { McpDispatcher } from './mcp/dispatcher.ts'
export { DocsResource } from './mcp/docs-resource.ts'
export {
  DuplicateResource,
  DuplicateTool,
  InvalidResource,
  InvalidServerText,
  InvalidTool,
  McpError,
  UnguardedTool,
} from './mcp/errors.ts'
export type { MessageContext, MessageContext as Exchange } from './mcp/method.ts'
export { ProgressReporter, type Progress } from './mcp/progress-reporter.ts'
export { McpDiscovery, McpRegistry } from './mcp/registry.ts'
export type { Resource } from './mcp/resource.ts'
export { McpServer, type McpAnswer, type McpServerOptions } from './mcp/server.ts'
export type { ServerInfo } from './mcp/server-info.ts'
export type { Tool } from './mcp/tool.ts'
export { reserveStdout, serveStdio, type StdioOptions } from './mcp/transports/stdio.ts'

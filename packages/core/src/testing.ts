export { actingAs } from './features/access/principal.ts'
export {
  McpRequestFailed,
  McpTestClient,
  type CallToolOptions,
  type McpTestClientOptions,
  type ResourceContents,
  type ToolResult,
} from './tools/testing/mcp-test-client.ts'

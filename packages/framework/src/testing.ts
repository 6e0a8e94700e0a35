export { actingAs } from './access/acting-as.ts'
export {
  McpRequestFailed,
  McpTestClient,
  type CallToolOptions,
  type McpTestClientOptions,
  type ResourceContents,
  type ToolResult,
} from './testing/mcp-test-client.ts'

/** Thrown by a tool or resource, its message is what the agent reads. Other errors are logged and not shown. */
export class McpError extends Error {
  override readonly name = 'McpError'
}

import { HttpError } from '../message/http-error.ts'

/** Thrown by a tool or resource, its message is what the agent reads. Other errors are logged and not shown. */
export class McpError extends Error {
  override readonly name = 'McpError'
}

/** The message of an error that may be shown to an agent; undefined for any other. */
export function messageForAgents(error: unknown): string | undefined {
  if (!(error instanceof McpError || error instanceof HttpError)) return undefined
  const message: unknown = error.message
  return typeof message === 'string' ? message : undefined
}

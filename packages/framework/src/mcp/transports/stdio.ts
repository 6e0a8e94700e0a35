import type { Readable, Writable } from 'node:stream'
import type { McpServer } from '../server.ts'
import { StdioConnection } from './stdio-connection.ts'

export interface StdioOptions {
  /** Where messages come from, one a line; standard input when left out. */
  readonly input?: Readable
  /** Where answers go, one a line; standard output when left out. */
  readonly output?: Writable
  /** Ends the service, and cancels the calls that are running. */
  readonly signal?: AbortSignal
  /** The longest line that is read, in bytes; 2 MiB when left out. */
  readonly maxMessageBytes?: number
  /** How long calls may run on when the input has ended, in milliseconds; 5,000 when left out. */
  readonly shutdownTimeout?: number
}

/** Serves one client over standard input and output, until the input ends. */
export async function serveStdio(server: McpServer, options: StdioOptions = {}): Promise<void> {
  const { input = process.stdin, output = process.stdout, signal } = options
  const { maxMessageBytes = 2 * 1024 * 1024, shutdownTimeout = 5000 } = options
  const connection = new StdioConnection(server, output, maxMessageBytes)
  const stop = () => input.destroy()
  signal?.addEventListener('abort', stop)
  output.on('error', stop)
  if (signal?.aborted) stop()
  try {
    for await (const chunk of input) await connection.receive(chunk as Buffer)
  } catch (error) {
    // To destroy the input is how it is stopped.
    if (!input.destroyed) throw error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  await connection.finish(shutdownTimeout, signal)
}

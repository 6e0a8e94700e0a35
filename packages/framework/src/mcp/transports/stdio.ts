import { Writable, type Readable } from 'node:stream'
import type { Principal } from '../../access/principal.ts'
import type { McpServer } from '../server.ts'
import { StdioConnection } from './stdio-connection.ts'

/** The streams and limits of a server over standard input and output. */
export interface StdioOptions {
  /** Where messages come from, one a line; standard input when left out. */
  readonly input?: Readable
  /** Says who calls, asked for each message; somebody who holds nothing when left out. */
  readonly caller?: () => Principal | Promise<Principal>
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
  const { input = process.stdin, output = process.stdout, shutdownTimeout = 5000 } = options
  const { maxMessageBytes = 2 * 1024 * 1024, signal } = options
  const connection = new StdioConnection(server, output, maxMessageBytes, options.caller)
  const gone = new AbortController()
  const stopped = signal ? AbortSignal.any([signal, gone.signal]) : gone.signal
  // Nobody reads an output that fails.
  output.on('error', () => gone.abort())
  stopped.addEventListener('abort', () => input.destroy())
  if (stopped.aborted) input.destroy()
  try {
    for await (const chunk of input) await connection.receive(chunk as Buffer)
  } catch (error) {
    if (!stopped.aborted) throw error
  }
  await connection.finish(shutdownTimeout, stopped)
}

/**
 * Keeps standard output for the protocol: from now on `console` and whatever else writes to
 * `process.stdout` goes to standard error. Returns the only stream that still writes to standard output.
 */
export function reserveStdout(): Writable {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr)
  // What is returned reports the failures of its own writing.
  stdout.on('error', () => undefined)
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, encoding, done) => void write(chunk as string, encoding, done),
  })
}

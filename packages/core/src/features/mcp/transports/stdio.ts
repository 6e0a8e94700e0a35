import { Writable, type Readable } from 'node:stream'
import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import type { Principal } from '../../access/principal.ts'
import type { MessageHandler } from '../messages/message-handler.ts'
import { StdioConnection } from './stdio-connection.ts'

/** The streams and limits of a server that uses standard input and output. */
export interface StdioOptions {
  /** The input stream, with one message per line. Default: standard input. */
  readonly input?: Readable
  /** Returns the caller; called for each message. Default: a `LocalPrincipal` without scopes and roles. */
  readonly caller?: () => MaybePromise<Principal>
  /** The output stream, with one message per line. Default: standard output. */
  readonly output?: Writable
  /** The signal that stops the server and cancels the running calls. */
  readonly signal?: AbortSignal
  /** The maximum length of a line, in bytes. Default: 2 MiB. */
  readonly maxMessageBytes?: number
  /** The time that calls may run after the input has ended, in milliseconds. Default: 5,000. */
  readonly shutdownTimeout?: number
}

/** Serves one client over standard input and output until the input ends, the signal is aborted or writing fails. */
export async function serveStdio(
  server: MessageHandler,
  options: StdioOptions = {},
): Promise<void> {
  const { input = process.stdin, output = process.stdout, shutdownTimeout = 5000 } = options
  const { maxMessageBytes = 2 * 1024 * 1024, signal } = options
  const connection = new StdioConnection(server, output, maxMessageBytes, options.caller)
  const disconnected = new AbortController()
  const stopped = signal ? AbortSignal.any([signal, disconnected.signal]) : disconnected.signal
  // If writing fails, the client has disconnected, so the server stops.
  output.on('error', () => disconnected.abort())
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
 * Reserves standard output for the protocol. Afterwards, `console` and all writes to `process.stdout` go to standard
 * error. Returns a stream that still writes to standard output.
 */
export function reserveStdout(): Writable {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  stdout.write = stderr.write.bind(stderr)
  // Write failures are ignored here, because the returned stream reports them.
  stdout.on('error', () => undefined)
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, encoding, done) => void write(chunk as string, encoding, done),
  })
}

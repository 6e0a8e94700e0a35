import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'

/** Options that are the same on all platforms. */
export interface ListenOptions {
  /** The port; 0 selects a free one. Default: 8080. */
  readonly port?: number
  /** The address or host name to listen on. Default: 0.0.0.0. */
  readonly host?: string
  /** The maximum time that `close` waits for requests in flight, in milliseconds. Default: 10,000. */
  readonly shutdownTimeout?: number
  /** A signal that closes the server when it is aborted. */
  readonly signal?: AbortSignal
}

/** A server that is listening. */
export interface RunningServer {
  readonly port: number
  /**
   * Stops accepting connections, and waits for requests in flight. After the timeout, destroys the remaining
   * connections; on Deno, they end with the process.
   */
  close(): Promise<void>
}

/** The listening server of a platform. */
interface PlatformServer {
  readonly port: number
  /** Closes the server; `timeout` is in milliseconds. */
  stop(timeout: number): Promise<void>
}

/** Starts a server, which closes when the signal is aborted. `listen` starts the server of the platform. */
export async function runServer(
  { port = 8080, host = '0.0.0.0', shutdownTimeout = 10_000, signal }: ListenOptions,
  listen: (port: number, host: string) => MaybePromise<PlatformServer>,
): Promise<RunningServer> {
  signal?.throwIfAborted()
  const server = await listen(port, host)
  let closed: Promise<void> | undefined
  const close = () => (closed ??= server.stop(shutdownTimeout))
  signal?.addEventListener('abort', close, { once: true })
  return { port: server.port, close }
}

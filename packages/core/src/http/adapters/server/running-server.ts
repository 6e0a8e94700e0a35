import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'

/** Options that are the same on all platforms. */
export interface ListenOptions {
  /** Default: 8080. 0 selects a free port. */
  readonly port?: number
  /** Default: 0.0.0.0. */
  readonly host?: string
  /** The maximum time that `close` waits for requests in flight, in milliseconds. Default: 10,000. */
  readonly shutdownTimeout?: number
  /** Closes the server when the signal is aborted. */
  readonly signal?: AbortSignal
}

/** A server that is listening. */
export interface RunningServer {
  readonly port: number
  /**
   * Stops accepting connections, waits for requests in flight, and destroys the remaining connections after the
   * timeout.
   */
  close(): Promise<void>
}

/** The listening server of a platform. */
interface Listening {
  readonly port: number
  /** Closes the server; `timeout` is in milliseconds. */
  stop(timeout: number): Promise<void>
}

/** Starts a server, which closes when the signal is aborted. `listen` starts the server of the platform. */
export async function runServer(
  { port = 8080, host = '0.0.0.0', shutdownTimeout = 10_000, signal }: ListenOptions,
  listen: (port: number, host: string) => MaybePromise<Listening>,
): Promise<RunningServer> {
  signal?.throwIfAborted()
  const listening = await listen(port, host)
  let closed: Promise<void> | undefined
  const close = () => (closed ??= listening.stop(shutdownTimeout))
  signal?.addEventListener('abort', close, { once: true })
  return { port: listening.port, close }
}

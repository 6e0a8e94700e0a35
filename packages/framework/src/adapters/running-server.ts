/** Where a server of any platform listens, and how it ends. */
export interface ListenOptions {
  /** Default 8080; 0 takes any free port. */
  readonly port?: number
  /** Default 0.0.0.0. */
  readonly host?: string
  /** How long `close` waits for requests in flight, in milliseconds; default 10,000. */
  readonly shutdownTimeout?: number
  /** Closes the server when it is aborted, as `close` does. */
  readonly signal?: AbortSignal
}

/** A server that listens. */
export interface RunningServer {
  readonly port: number
  /** Stops accepting, lets what is in flight finish, and cuts what is left after the timeout. */
  close(): Promise<void>
}

/** A server of a platform, which listens. */
interface Listening {
  readonly port: number
  /** As `close` of a running server; `timeout` is in milliseconds. */
  stop(timeout: number): Promise<void>
}

/** Listens, until the server is closed or the signal aborted; `listen` does so at a port of an interface. */
export async function runServer(
  { port = 8080, host = '0.0.0.0', shutdownTimeout = 10_000, signal }: ListenOptions,
  listen: (port: number, host: string) => Listening | Promise<Listening>,
): Promise<RunningServer> {
  signal?.throwIfAborted()
  const listening = await listen(port, host)
  let closed: Promise<void> | undefined
  const close = () => (closed ??= listening.stop(shutdownTimeout))
  signal?.addEventListener('abort', close, { once: true })
  return { port: listening.port, close }
}

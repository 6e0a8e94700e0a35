import type { Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import type { HttpKernel } from '../../http-kernel.ts'
import { runServer, type ListenOptions, type RunningServer } from '../server/running-server.ts'
import { toRequestHandler, type RequestHandler, type FetchHandler } from './request-handler.ts'
import { fast } from './fast/fast.ts'
import { createServer } from '../server/node-http.ts'
import { rejectConnection, type ConnectionError } from './reject-connection.ts'
import { RequestListener } from './request-listener.ts'
import { ConnectionTracker } from './connection-tracker.ts'

/** Options for `serve`. */
export interface ServeOptions extends ListenOptions {
  /** The maximum time for receiving the head of a request, in milliseconds. Default: 60,000. */
  readonly headersTimeout?: number
  /** The maximum time for receiving a whole request, in milliseconds. Default: 300,000. */
  readonly requestTimeout?: number
  /** The time that a connection may stay idle between requests, in milliseconds. Default: 5,000. */
  readonly keepAliveTimeout?: number
}

/** Serves a kernel, or an object with a `fetch` method, over HTTP. Resolves when the server is listening. */
export function serve(
  app: HttpKernel | FetchHandler,
  options: ServeOptions = {},
): Promise<RunningServer> {
  return serveHandler(toRequestHandler(app), options)
}

/** Like `serve`, for a handler of platform-independent requests. */
export function serveHandler(
  handler: RequestHandler,
  options: ServeOptions,
): Promise<RunningServer> {
  return runServer(options, async (port, host) => {
    const server = createServer({ ...timeouts(options), ...fast.serverOptions })
    const connections = new ConnectionTracker(server)
    new RequestListener(handler, connections).attachTo(server)
    server.on('clientError', (error: ConnectionError, socket) => rejectConnection(error, socket))
    server.on('connect', (_message, socket) => rejectConnection({ code: 'CONNECT' }, socket))
    await listen(server, port, host)
    fast.keepTick()
    const { port: boundPort } = server.address() as AddressInfo
    return { port: boundPort, stop: (timeout) => connections.close(timeout) }
  })
}

function timeouts(options: ServeOptions) {
  const { headersTimeout = 60_000, requestTimeout = 300_000, keepAliveTimeout = 5000 } = options
  return {
    // Node throws if the limit for the head is longer than the limit for the whole request.
    headersTimeout: Math.min(headersTimeout, requestTimeout || headersTimeout),
    requestTimeout,
    keepAliveTimeout,
    // `RequestListener` checks the header instead, because the error response of Node.js has no body.
    requireHostHeader: false,
    // No stream is created for a request without a body. Older versions of Node.js ignore this option.
    optimizeEmptyRequests: true,
    connectionsCheckingInterval: Math.min(
      30_000,
      ...[headersTimeout, requestTimeout].filter((time) => time > 0),
    ),
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    const address = { port, host }
    server.listen(canBindFirst(host) ? new net.BoundSocket(address) : address, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/**
 * True if the address is bound before the server listens. This avoids a lookup that takes longer than the rest of
 * listening. False for hosts that are not IPv4 addresses, and for cluster workers, because their primary process
 * listens for them. Node versions before 26.4 have no `BoundSocket`.
 */
function canBindFirst(host: string): boolean {
  if (!('BoundSocket' in net) || !net.isIPv4(host)) return false
  return !process.getBuiltinModule('node:cluster').isWorker
}

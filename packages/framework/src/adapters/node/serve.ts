import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpKernel } from '../../http/http-kernel.ts'
import { NodeRequest } from './node-request.ts'
import { writeAnswer } from './write-answer.ts'

export interface ServeOptions {
  /** Default 8080; 0 takes any free port. */
  readonly port?: number
  /** Default 0.0.0.0. */
  readonly host?: string
  /** How long `close` waits for requests in flight, in milliseconds; default 10,000. */
  readonly shutdownTimeout?: number
}

export interface RunningServer {
  readonly port: number
  /** Stops accepting, lets what is in flight finish, and cuts what is left after the timeout. */
  close(): Promise<void>
}

/** Serves a kernel over HTTP; resolves once it listens. */
export async function serve(
  kernel: HttpKernel,
  options: ServeOptions = {},
): Promise<RunningServer> {
  const { port = 8080, host = '0.0.0.0', shutdownTimeout = 10_000 } = options
  const server = createServer((message, response) => answer(kernel, server, message, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () => closeGracefully(server, shutdownTimeout),
  }
}

function answer(
  kernel: HttpKernel,
  server: Server,
  message: IncomingMessage,
  response: ServerResponse,
): void {
  const reply = kernel.handle(new NodeRequest(message, response))
  if (reply instanceof Promise) {
    void reply.then((settled) => write(server, message, response, settled))
  } else {
    write(server, message, response, reply)
  }
}

function write(
  server: Server,
  message: IncomingMessage,
  response: ServerResponse,
  reply: Awaited<ReturnType<HttpKernel['handle']>>,
): void {
  // Rather than receive the rest of a body that nobody will read, the connection ends. (The request of a
  // GET is never complete at this point.)
  if (!message.complete && message.method !== 'GET') response.shouldKeepAlive = false
  // A server that closes would wait for the connection.
  if (!server.listening) response.shouldKeepAlive = false
  const written = writeAnswer(response, reply)
  if (written) written.catch(() => response.destroy())
}

function closeGracefully(server: Server, timeout: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => server.closeAllConnections(), timeout)
    server.close((error) => {
      clearTimeout(limit)
      if (error) reject(error)
      else resolve()
    })
    server.closeIdleConnections()
  })
}

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { serve } from '@fw/core/node'
import { answerBare, type BareAnswer } from './fixtures/bare-answer.ts'
import { createFramingKernel } from './framing-kernel.ts'

/** For connections whose probe the server has lost, in milliseconds. */
const keepAliveTimeout = 1000

interface Server {
  readonly port: number
  close(): Promise<void>
}

/** Serves the application of the cases. */
export function serveSite(): Promise<Server> {
  return serve(createFramingKernel(), {
    port: 0,
    host: '127.0.0.1',
    shutdownTimeout: 0,
    keepAliveTimeout,
  })
}

/** Serves the same routes by `node:http` alone. */
export async function serveBare(): Promise<Server> {
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    const answer = answerBare({
      method: request.method as string,
      url: request.url as string,
      header: (name) => request.headers[name] as string | undefined,
      text: () => text(request),
    })
    if (!(answer instanceof Promise)) return send(response, answer)
    answer.then(
      (settled) => send(response, settled),
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function send(response: ServerResponse, { status, headers, body, isStream }: BareAnswer): void {
  const length = isStream || body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  response.writeHead(status, { ...headers, ...length }).end(body)
}

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createServer } from '../adapters/node/node-http.ts'
import { forgetServer } from './held-socket.ts'
import { mayRead } from './explain/local-caller.ts'
import { renderPage, wantsPage } from './explain/error-page.ts'
import type { Trouble } from './explain/trouble.ts'

/** The page requests this path. The response comes as soon as there is something new to show. */
const nextPath = '/_fw/next'

/** The maximum idle time of a connection, in milliseconds. */
const timeout = 10_000

/** Responds to requests while the application does not run. */
export class TroubleAnswers {
  readonly #pages = new Set<ServerResponse>()
  readonly #server = createServer({ keepAliveTimeout: 1 }, (request, response) => {
    request.resume().once('end', () => this.#send(response))
  })
  #trouble: Trouble | undefined

  /** Responds to the requests of a connection and then closes it. */
  answer(socket: Socket, trouble: Trouble): void {
    if (socket.destroyed) return
    this.#change(trouble)
    forgetServer(socket)
    socket.setTimeout(timeout, () => socket.destroy())
    this.#server.emit('connection', socket)
    socket.resume()
  }

  /** Responds to a request that has been read. */
  respond(response: ServerResponse, trouble: Trouble): void {
    this.#change(trouble)
    this.#send(response)
  }

  /** Makes open pages reload. */
  end(): void {
    for (const response of this.#pages) response.writeHead(204).end()
    this.#pages.clear()
  }

  #change(trouble: Trouble): void {
    if (trouble !== this.#trouble) this.end()
    this.#trouble = trouble
  }

  #send(response: ServerResponse): void {
    response.setHeader('connection', 'close')
    response.setHeader('cache-control', 'no-store')
    const { headers, socket, url, method } = response.req
    const caller = {
      address: socket.remoteAddress,
      header: (name: string) => headers[name]?.toString(),
    }
    if (!mayRead(caller)) return sendJson(response, hidden)
    if (url === nextPath) return this.#park(response)
    const trouble = this.#trouble ?? hidden
    if (!wantsPage(headers.accept)) return sendJson(response, trouble)
    const { html, policy } = renderPage(trouble, method === 'GET' ? nextPath : undefined)
    response
      .writeHead(500, {
        'content-type': 'text/html;charset=utf-8',
        'content-security-policy': policy,
      })
      .end(html)
  }

  #park(response: ServerResponse): void {
    response.socket?.setTimeout(0)
    this.#pages.add(response)
    response.once('close', () => this.#pages.delete(response))
  }
}

/** The response to callers on other machines. */
const hidden: Trouble = { error: 'The application does not run.', problems: [] }

function sendJson(response: ServerResponse, trouble: Trouble): void {
  response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(trouble))
}

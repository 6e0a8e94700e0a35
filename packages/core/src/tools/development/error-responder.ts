import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createServer } from '../../http/adapters/server/node-http.ts'
import { acceptsPages } from '../../http/message/weights.ts'
import { forgetServer } from './handover-socket.ts'
import { editorOf } from './explain/editor.ts'
import { mayRead } from './explain/local-caller.ts'
import { nextPath, renderPage } from './explain/error-page.ts'
import type { ErrorReport } from './explain/error-report.ts'

/** The maximum idle time of a connection, in milliseconds. */
const timeout = 10_000

/** Responds to requests while the application is not running. */
export class ErrorResponder {
  readonly #pages = new Set<ServerResponse>()
  readonly #server = createServer({ keepAliveTimeout: 1 }, (request, response) => {
    request.resume().once('end', () => this.#send(response))
  })
  #report: ErrorReport | undefined

  /** Responds to the requests of a connection, then closes it. */
  respondOn(socket: Socket, report: ErrorReport): void {
    if (socket.destroyed) return
    this.#change(report)
    forgetServer(socket)
    socket.setTimeout(timeout, () => socket.destroy())
    this.#server.emit('connection', socket)
    socket.resume()
  }

  /** Makes open pages reload. */
  end(): void {
    for (const response of this.#pages) response.writeHead(204).end()
    this.#pages.clear()
  }

  #change(report: ErrorReport): void {
    if (report !== this.#report) this.end()
    this.#report = report
  }

  #send(response: ServerResponse): void {
    response.setHeader('connection', 'close')
    response.setHeader('cache-control', 'no-store')
    const { headers, socket, url, method } = response.req
    const caller = {
      address: socket.remoteAddress,
      header: (name: string) => headers[name]?.toString(),
    }
    if (!mayRead(caller)) return sendJson(response, hiddenReport)
    if (url === nextPath) return this.#keepOpen(response)
    const report = this.#report ?? hiddenReport
    if (!acceptsPages(headers.accept)) return sendJson(response, report)
    const { html, policy } = renderPage(report, {
      editor: editorOf(process.cwd()),
      reloads: method === 'GET',
    })
    response
      .writeHead(500, {
        'content-type': 'text/html;charset=utf-8',
        'content-security-policy': policy,
      })
      .end(html)
  }

  #keepOpen(response: ServerResponse): void {
    response.socket?.setTimeout(0)
    this.#pages.add(response)
    response.once('close', () => this.#pages.delete(response))
  }
}

/** The response to callers on other machines, and to pages of other origins. */
const hiddenReport: ErrorReport = { error: 'The application is not running.', problems: [] }

function sendJson(response: ServerResponse, report: ErrorReport): void {
  response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(report))
}

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from '../../http/adapters/server/node-http.ts'
import { describeAddress } from '../console/commands/serve.ts'
import { listenError } from '../console/listen-error.ts'
import { startTimeout, slow } from './socket-handover.ts'
import { ErrorResponder } from './error-responder.ts'
import type { ErrorReport } from './explain/error-report.ts'

/**
 * The address of an application on a platform that cannot pass connections to other processes. A running server listens at
 * the address itself. Until then requests wait, and are then redirected to the same address.
 */
export class PortHandover {
  readonly #waiting = new Set<ServerResponse>()
  readonly #responder = new ErrorResponder()
  #listener: Server | undefined
  #host = ''
  #port = 0
  #place = ''
  #errorReport: ErrorReport | undefined
  #hasServed = false

  get port(): number {
    return this.#port
  }

  /** True once a server has run, and has printed the address. */
  get hasServed(): boolean {
    return this.#hasServed
  }

  /** The address to print. */
  get text(): string {
    return describeAddress(this.#host, this.#port)
  }

  /** Listens, unless it already does so at this address. Throws `AddressTaken` or `UnusableAddress`. */
  async hold(host: string, port: number): Promise<void> {
    const place = `${host} ${port}`
    if (place !== this.#place) {
      await this.#stopListening()
      this.#host = host
      this.#port = port
    }
    await this.#listen()
    this.#place = place
  }

  /** Stops listening and makes a server listen. */
  async serve(server: ChildProcess): Promise<void> {
    this.#hasServed = true
    this.#errorReport = undefined
    this.#responder.end()
    await this.#stopListening()
    server.send({ fw: 'listen' }, () => {})
  }

  /** Makes requests wait from now on. */
  pause(): void {
    this.#errorReport = undefined
  }

  /** Responds with an error from now on, until the next server runs. */
  async refuse(errorReport: ErrorReport): Promise<void> {
    this.#errorReport = errorReport
    for (const response of this.#empty()) this.#responder.respond(response, errorReport)
    await this.#listen()
  }

  close(): void {
    this.#listener?.close()
    this.#listener?.closeAllConnections()
  }

  async #listen(): Promise<void> {
    if (this.#listener) return
    const listener = createServer({}, (request, response) => this.#respond(request, response))
    this.#listener = listener
    try {
      listener.listen({ host: this.#host, port: this.#port })
      await once(listener, 'listening')
    } catch (error) {
      this.#listener = undefined
      throw await listenError(this.#host, this.#port, error)
    }
    this.#port = (listener.address() as AddressInfo).port
  }

  #respond(request: IncomingMessage, response: ServerResponse): void {
    request.resume().once('end', () => {
      if (this.#errorReport) return this.#responder.respond(response, this.#errorReport)
      this.#waiting.add(response)
      const limit = setTimeout(() => this.#responder.respond(response, slow), startTimeout)
      response.once('close', () => {
        clearTimeout(limit)
        this.#waiting.delete(response)
      })
    })
  }

  async #stopListening(): Promise<void> {
    const listener = this.#listener
    this.#listener = undefined
    if (!listener) return
    const closed = once(listener, 'close')
    listener.close()
    for (const response of this.#empty()) {
      // Two slashes would start a host name.
      const location = response.req.url?.replace(/^\/+/, '/')
      response.writeHead(307, { location, connection: 'close' }).end()
    }
    const cut = setTimeout(() => listener.closeAllConnections(), 100)
    await closed
    clearTimeout(cut)
  }

  #empty(): ServerResponse[] {
    const responses = [...this.#waiting]
    this.#waiting.clear()
    return responses
  }
}

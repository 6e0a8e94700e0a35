import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { describeAddress } from '../console/commands/serve.ts'
import { listenError } from '../console/listen-error.ts'
import { stopReading } from './handover-socket.ts'
import { ErrorResponder } from './error-responder.ts'
import type { ErrorReport } from './explain/error-report.ts'

/** The time that a connection waits for the next server, in milliseconds. */
const startTimeout = 10_000

/** The response if the next server does not start in time. */
const timeoutReport: ErrorReport = {
  error: `The application has not started within ${startTimeout / 1000} s.`,
  problems: [],
}

/**
 * Listens on the address of an application. Connections are passed to the running server, wait for the next one, or get
 * an error response.
 */
export class SocketHandover {
  readonly #waiting = new Map<Socket, NodeJS.Timeout>()
  readonly #responder = new ErrorResponder()
  #listener: Server | undefined
  #host = ''
  #address = ''
  #server: ChildProcess | undefined
  #errorReport: ErrorReport | undefined
  #hasServed = false

  get port(): number {
    const address = this.#listener?.address() as AddressInfo | null | undefined
    return address?.port ?? 0
  }

  /** True once a server has run and printed the address. */
  get hasServed(): boolean {
    return this.#hasServed
  }

  /** The address to print. */
  get text(): string {
    return describeAddress(this.#host, this.port)
  }

  /** Starts to listen, unless it already listens on this address. Throws `AddressTaken` or `UnusableAddress`. */
  async listen(host: string, port: number): Promise<void> {
    const address = `${host} ${port}`
    if (address === this.#address) return
    const listener = createServer({ pauseOnConnect: true }, (socket) => this.accept(socket))
    try {
      listener.listen({ host, port })
      await once(listener, 'listening')
    } catch (error) {
      throw await listenError(host, port, error)
    }
    this.#listener?.close()
    this.#listener = listener
    this.#address = address
    this.#host = host
  }

  /** Accepts a new connection, or one that a server has returned. */
  accept(socket: Socket): void {
    stopReading(socket)
    // The client may disconnect while it waits.
    socket.on('error', () => {})
    if (this.#server) this.#pass(socket)
    else if (this.#errorReport) this.#responder.respondOn(socket, this.#errorReport)
    else this.#wait(socket)
  }

  /** Passes all connections to a server from now on. */
  serve(server: ChildProcess): void {
    this.#server = server
    this.#hasServed = true
    this.#errorReport = undefined
    for (const socket of this.#takeWaiting()) this.#pass(socket)
    this.#responder.end()
  }

  /** Makes connections wait for the next server from now on. */
  pause(): void {
    this.#server = undefined
    this.#errorReport = undefined
  }

  /** Responds with an error from now on, until the next server is running. */
  refuse(errorReport: ErrorReport): void {
    this.#server = undefined
    this.#errorReport = errorReport
    for (const socket of this.#takeWaiting()) this.#responder.respondOn(socket, errorReport)
  }

  close(): void {
    this.#listener?.close()
    for (const socket of this.#takeWaiting()) socket.destroy()
  }

  #pass(socket: Socket): void {
    this.#server?.send({ fw: 'connection' }, socket, () => {})
  }

  #wait(socket: Socket): void {
    const giveUp = () => {
      this.#waiting.delete(socket)
      this.#responder.respondOn(socket, timeoutReport)
    }
    this.#waiting.set(socket, setTimeout(giveUp, startTimeout))
  }

  #takeWaiting(): Socket[] {
    const sockets = [...this.#waiting.keys()]
    for (const timer of this.#waiting.values()) clearTimeout(timer)
    this.#waiting.clear()
    return sockets
  }
}

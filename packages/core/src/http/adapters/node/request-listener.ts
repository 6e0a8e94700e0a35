import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isPromise, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { HttpError } from '../../message/http-error.ts'
import { refuseAddress } from '../../routing/refuse-address.ts'
import { sendsEvents } from '../../responses/stream-reply.ts'
import { dropBody } from '../../responses/without-body.ts'
import type { ReplyOrResponse } from '../../message/reply.ts'
import type { RequestHandler } from './request-handler.ts'
import { dropRest } from './drop-rest.ts'
import { authorityOf, NodeRequest } from './node-request.ts'
import { isEnding, type ConnectionTracker } from './connection-tracker.ts'
import { writeResponse } from './write-response.ts'

/** Handles the requests of a `node:http` server. */
export class RequestListener {
  readonly #kernel: RequestHandler
  readonly #connections: ConnectionTracker

  constructor(kernel: RequestHandler, connections: ConnectionTracker) {
    this.#kernel = kernel
    this.#connections = connections
  }

  /** Adds the listeners to a server. */
  attachTo(server: Server): void {
    server.on('request', this.#respond)
    server.on('checkContinue', (message, response) => this.#respond(message, response, true))
  }

  /** Handles a request. `expectsContinue` is true if the client waits for 100 Continue before it sends the body. */
  readonly #respond = (
    message: IncomingMessage,
    response: ServerResponse,
    expectsContinue = false,
  ): void => {
    // Requests that follow the last response of a connection are not served.
    if (isEnding(message.socket)) return void message.socket.destroy()
    const request = new NodeRequest(message, response, expectsContinue)
    const refused = refuseHead(message) ?? refuseAddress(hostOf(message), request.query)
    const found = refused ? this.#refuse(refused, request) : this.#kernel.handle(request)
    if (isPromise(found)) {
      this.#begin(request)
      void found.then((reply) => this.#untilWritten(request, this.#write(request, reply)))
      return
    }
    const streamed = this.#write(request, found)
    if (!streamed) return request.endWriting()
    this.#begin(request)
    this.#untilWritten(request, streamed)
  }

  #refuse(error: HttpError, request: NodeRequest): MaybePromise<ReplyOrResponse> {
    // Any further data on the connection may be meant for a different host.
    request.response.shouldKeepAlive = false
    return this.#kernel.refuse(error, request)
  }

  /**
   * Counts an asynchronous request as in flight. Synchronous ones are not counted and store nothing on the connection.
   */
  #begin(request: NodeRequest): void {
    this.#connections.begin(request)
    request.beginWaiting()
  }

  #untilWritten(request: NodeRequest, streamed: MaybePromise<void>): void {
    if (streamed) void streamed.then(() => this.#connections.end(request))
    else this.#connections.end(request)
  }

  /** Writes a response. If it streams, returns a promise that settles when the stream has ended; it never rejects. */
  #write(request: NodeRequest, found: ReplyOrResponse): MaybePromise<void> {
    const { response } = request
    if (this.#connections.isClosing || request.awaitsContinue) response.shouldKeepAlive = false
    try {
      const streamed = writeResponse(request, found)
      if (streamed) return this.#finishStream(request, streamed)
    } catch (error) {
      // The status or a header is invalid. Nothing has been sent yet.
      dropBody(found)
      // Node.js keeps the reason phrase of the first status.
      response.statusMessage = ''
      void writeResponse(request, this.#kernel.recover(error, request))
    }
    if (request.isArriving) dropRest(request)
  }

  async #finishStream(request: NodeRequest, streamed: Promise<void>): Promise<void> {
    if (sendsEvents(request)) this.#connections.events.add(request)
    try {
      await streamed
    } catch (error) {
      this.#kernel.recover(error, request)
    } finally {
      this.#connections.events.delete(request)
    }
    if (request.isArriving) dropRest(request)
  }
}

/** Returns an error for an invalid head that Node's parser accepts, otherwise undefined. */
function refuseHead(message: IncomingMessage): HttpError | undefined {
  const { url = '', httpVersion } = message
  if (!url.startsWith('/') && url !== '*' && authorityOf(url) === undefined) {
    return new HttpError(
      400,
      'The target of a request must be a path, or a URL such as "http://shop.example/".',
    )
  }
  if (httpVersion === '1.1') return undefined
  if (httpVersion !== '1.0') return new HttpError(400, 'Only HTTP/1.1 is supported.')
  // A proxy may find a different end for such a body.
  const hasChunks = message.headers['transfer-encoding'] !== undefined
  return hasChunks ? new HttpError(400, 'HTTP/1.0 does not support Transfer-Encoding.') : undefined
}

/** Returns all `Host` values of a request; `headers` has only the first. HTTP/1.0 does not require the header. */
function hostOf({ rawHeaders, httpVersion }: IncomingMessage): string {
  let host: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length !== 4 || (name !== 'Host' && name.toLowerCase() !== 'host')) continue
    const value = rawHeaders[index + 1] as string
    host = host === undefined ? value : `${host}, ${value}`
  }
  return host ?? (httpVersion === '1.0' ? '' : noHost)
}

const noHost = ' '

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { isPromise, type MaybePromise } from '../../../base/platform/maybe-promise.ts'
import { HttpError } from '../../message/http-error.ts'
import { validateAddress } from '../../routing/validate-address.ts'
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
    const headError = validateHead(message) ?? validateAddress(hostOf(message), request.query)
    const result = headError ? this.#refuse(headError, request) : this.#kernel.handle(request)
    if (isPromise(result)) return this.#respondAsync(request, result)
    const streamEnd = this.#write(request, result)
    if (!streamEnd) return request.endWriting()
    this.#begin(request)
    this.#endWhenWritten(request, streamEnd)
  }

  /**
   * Writes an asynchronous response. Not part of `#respond`, where the closure would also allocate memory for
   * synchronous responses.
   */
  #respondAsync(request: NodeRequest, result: Promise<ReplyOrResponse>): void {
    this.#begin(request)
    void result.then((reply) => this.#endWhenWritten(request, this.#write(request, reply)))
  }

  #refuse(error: HttpError, request: NodeRequest): MaybePromise<ReplyOrResponse> {
    // The response closes the connection, because further data on it may be meant for a different host.
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

  #endWhenWritten(request: NodeRequest, streamEnd: MaybePromise<void>): void {
    if (streamEnd) void streamEnd.then(() => this.#connections.end(request))
    else this.#connections.end(request)
  }

  /** Writes a response. If it streams, returns a promise that settles when the stream has ended; it never rejects. */
  #write(request: NodeRequest, result: ReplyOrResponse): MaybePromise<void> {
    const { response } = request
    if (this.#connections.isClosing || request.awaitsContinue) response.shouldKeepAlive = false
    try {
      const streamEnd = writeResponse(request, result)
      if (streamEnd) return this.#finishStream(request, streamEnd)
    } catch (error) {
      // The status or a header is invalid. Nothing has been sent yet.
      dropBody(result)
      // Node.js would keep the reason phrase of the first status.
      response.statusMessage = ''
      void writeResponse(request, this.#kernel.recover(error, request))
    }
    if (request.isReceivingBody) dropRest(request)
  }

  async #finishStream(request: NodeRequest, streamEnd: Promise<void>): Promise<void> {
    if (sendsEvents(request)) this.#connections.events.add(request)
    try {
      await streamEnd
    } catch (error) {
      this.#kernel.recover(error, request)
    } finally {
      this.#connections.events.delete(request)
    }
    if (request.isReceivingBody) dropRest(request)
  }
}

/** Returns an error for an invalid head that Node's parser accepts, otherwise undefined. */
function validateHead(message: IncomingMessage): HttpError | undefined {
  const { url = '', httpVersion } = message
  if (!url.startsWith('/') && url !== '*' && authorityOf(url) === undefined) {
    return new HttpError(
      400,
      'The request target must be a path, or a URL such as "http://shop.example/".',
    )
  }
  if (httpVersion === '1.1') return undefined
  if (httpVersion !== '1.0') return new HttpError(400, 'Only HTTP/1.1 and 1.0 are supported.')
  // A proxy and this server might disagree about where such a body ends.
  const hasChunks = message.headers['transfer-encoding'] !== undefined
  return hasChunks ? new HttpError(400, 'HTTP/1.0 does not support Transfer-Encoding.') : undefined
}

/**
 * Returns all `Host` values of a request; `headers` has only the first. Returns an invalid host if the header is
 * missing, except for HTTP/1.0, which does not require it.
 */
function hostOf({ rawHeaders, httpVersion }: IncomingMessage): string {
  let host: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length !== 4 || (name !== 'Host' && name.toLowerCase() !== 'host')) continue
    const value = rawHeaders[index + 1] as string
    host = host === undefined ? value : `${host}, ${value}`
  }
  return host ?? (httpVersion === '1.0' ? '' : invalidHost)
}

const invalidHost = ' '

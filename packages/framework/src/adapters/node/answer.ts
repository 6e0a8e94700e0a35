import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpKernel } from '../../http/http-kernel.ts'
import type { Answer } from '../../http/to-reply.ts'
import { dropBody } from '../../http/without-body.ts'
import { NodeRequest } from './node-request.ts'
import { awaitAnswer, forgetAnswer } from './refuse.ts'
import type { Traffic } from './traffic.ts'
import { writeAnswer } from './write-answer.ts'

/** How long the rest of a body that nobody reads is received and dropped, in milliseconds. */
const drainTimeout = 5000

/** A request of `node:http` on its way to its answer. */
interface Exchange {
  readonly kernel: HttpKernel
  readonly traffic: Traffic
  readonly request: NodeRequest
  readonly message: IncomingMessage
  readonly response: ServerResponse
}

/** Answers one request. `expectsContinue` says that the client waits before it sends the body. */
export function answer(
  kernel: HttpKernel,
  traffic: Traffic,
  message: IncomingMessage,
  response: ServerResponse,
  expectsContinue: boolean,
): void {
  const request = new NodeRequest(message, response, expectsContinue)
  const exchange = { kernel, traffic, request, message, response }
  const found = kernel.answer(request)
  if (found instanceof Promise) {
    begin(exchange)
    const settle = (settled: Answer) => untilWritten(exchange, write(exchange, settled))
    void found.then(settle, (error: unknown) => settle(kernel.recover(error, request)))
    return
  }
  const streamed = write(exchange, found)
  if (!streamed) return
  begin(exchange)
  untilWritten(exchange, streamed)
}

/** What is answered at once is never under way, and leaves nothing behind on its connection. */
function begin({ traffic, request, message }: Exchange): void {
  traffic.begin()
  awaitAnswer(message.socket, request)
}

function untilWritten(exchange: Exchange, streamed: void | Promise<void>): void {
  if (streamed) void streamed.then(() => finish(exchange))
  else finish(exchange)
}

function finish({ traffic, request, message }: Exchange): void {
  traffic.end()
  forgetAnswer(message.socket, request)
}

/** The promise, if any, settles when a stream has ended; it never rejects. */
function write(exchange: Exchange, found: Answer): void | Promise<void> {
  const { kernel, traffic, request, message, response } = exchange
  if (traffic.isClosing || request.awaitsContinue) response.shouldKeepAlive = false
  try {
    const streamed = writeAnswer(response, found)
    if (streamed) return finishStream(exchange, streamed)
  } catch (error) {
    // A status or header that cannot be sent; nothing has been sent yet.
    dropBody(found)
    void writeAnswer(response, kernel.recover(error, request))
  }
  dropRest(message)
}

async function finishStream(exchange: Exchange, streamed: Promise<void>): Promise<void> {
  const { kernel, request, message } = exchange
  try {
    await streamed
  } catch (error) {
    kernel.recover(error, request)
  }
  dropRest(message)
}

/** Keeps the connection usable, for a client that first sends its whole body and then reads. */
function dropRest(message: IncomingMessage): void {
  // A GET is not complete before the tick ends, and then it is.
  if (message.complete || message.method === 'GET') return
  process.nextTick(() => {
    if (message.complete || message.destroyed) return
    message.resume()
    const limit = setTimeout(() => message.socket.destroy(), drainTimeout)
    message.once('close', () => clearTimeout(limit))
  })
}

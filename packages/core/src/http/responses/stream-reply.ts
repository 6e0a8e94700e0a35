import type { HttpRequest } from '../message/http-request.ts'
import { Reply } from '../message/reply.ts'
import type { ToJsonForm } from '../../data/schema/json-form.ts'
import { toErrorText, toEventText } from './sse-event.ts'

/**
 * Streams an async iterable no faster than the client reads it: a web or Node stream as `application/octet-stream`, any
 * other iterable as `text/event-stream`.
 */
export function streamReply(
  source: AsyncIterable<unknown>,
  status: number,
  request: HttpRequest,
  form?: ToJsonForm,
): Reply {
  const isBytes = source instanceof ReadableStream || 'pipe' in source
  if (isBytes) return new Reply(status, byteHeaders, toBody(source, toBytes))
  eventRequests.add(request)
  const encode = (value: unknown) => encoder.encode(toEventText(form ? form(value) : value))
  // When a server closes, it ends event streams by aborting their signals.
  const formatError = (error: unknown) => (isAbort(error, request) ? '' : toErrorText(error))
  return new Reply(status, eventHeaders, toBody(source, encode, formatError))
}

const eventRequests = new WeakSet<HttpRequest>()

/** True if the response to the request is an event stream. */
export function sendsEvents(request: HttpRequest): boolean {
  return eventRequests.has(request)
}

/** True if the event source ended because the signal of the request was aborted. */
function isAbort(error: unknown, { signal }: HttpRequest): boolean {
  if (!signal.aborted) return false
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError')
}

const byteHeaders = ['content-type', 'application/octet-stream']

const eventHeaders: readonly string[] = [
  'content-type',
  'text/event-stream',
  'cache-control',
  'no-cache',
  // Makes proxies such as nginx forward every event immediately.
  'x-accel-buffering',
  'no',
]

const encoder = new TextEncoder()

function toBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value
  if (typeof value === 'string') return encoder.encode(value)
  throw new TypeError(`A stream returned ${typeof value}. It can send strings and Uint8Array.`)
}

/**
 * Reads the next value only when the client can receive it, and ends the source when the client disconnects.
 * `formatError` formats an error as the last event.
 */
function toBody(
  source: AsyncIterable<unknown>,
  encode: (value: unknown) => Uint8Array,
  formatError?: (error: unknown) => string | undefined,
): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]()
  return new ReadableStream(
    {
      async pull(controller) {
        let result: IteratorResult<unknown>
        try {
          result = await iterator.next()
        } catch (error) {
          const errorEvent = formatError?.(error)
          if (errorEvent === undefined) throw error
          if (errorEvent !== '') controller.enqueue(encoder.encode(errorEvent))
          return controller.close()
        }
        if (result.done) return controller.close()
        try {
          controller.enqueue(encode(result.value))
        } catch (error) {
          await iterator.return?.()
          throw error
        }
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

import { type HttpRequest, Reply, SseEvent } from '@fw/core'
import { openBody, pauseAt } from './bookkeeping.ts'

export type Send = (typeof sends)[number]

export const sends = [
  'json',
  'text',
  'bytes',
  'file',
  'response',
  'response-stream',
  'response-with-length',
  'error',
] as const

/** Bytes of the bodies that are large enough to be sent in pieces. */
export const largeSize = 300_000

const largeText = 'x'.repeat(largeSize)
const chunkCount = 30

/** Makes the response that the client asks for; `file` is at this path. */
export function respond(request: HttpRequest, path: string): Reply | Response {
  switch (request.header('x-send') as Send) {
    case 'json':
      return Reply.json({ note: 'a note' })
    case 'text':
      return Reply.text(largeText)
    case 'bytes':
      return Reply.bytes(new Uint8Array(largeSize), { contentType: 'application/octet-stream' })
    case 'file':
      return Reply.file(path)
    case 'response':
      return new Response(largeText)
    case 'response-stream':
      return new Response(streamed(request))
    case 'response-with-length':
      return new Response(streamed(request), { headers: { 'content-length': `${largeSize}` } })
    case 'error':
      throw new Error('Thrown on purpose.')
  }
}

export async function* events(request: HttpRequest): AsyncGenerator<SseEvent<string>> {
  const close = openBody()
  try {
    for (let count = 0; count < chunkCount; count += 1) {
      await pauseAt('sending', request)
      yield new SseEvent('x'.repeat(largeSize / chunkCount))
    }
  } finally {
    close()
  }
}

function streamed(request: HttpRequest): ReadableStream<Uint8Array> {
  let left = chunkCount
  let close: (() => void) | undefined
  return new ReadableStream(
    {
      async pull(controller) {
        close ??= openBody()
        await pauseAt('sending', request)
        controller.enqueue(new Uint8Array(largeSize / chunkCount))
        left -= 1
        if (left > 0) return
        close()
        controller.close()
      },
      cancel: () => close?.(),
    },
    { highWaterMark: 0 },
  )
}

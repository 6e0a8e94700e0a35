import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { FramingCase } from './framing-case.ts'
import { readResponses, type RawResponse } from './read-responses.ts'

/** How long a connection may stay open after everything was sent, in milliseconds. */
const patience = 20_000

const probe = 'GET /probe HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n'

/** The body of the response to the probe. */
const probed = 'probe'

/** What came back on a connection. */
export interface Outcome {
  /** Without that of the probe. */
  readonly responses: readonly RawResponse[]
  /** `stuck`: the server neither responded nor closed. `broken`: what came back is not HTTP/1.1. */
  readonly connection: 'kept' | 'closed' | 'stuck' | 'broken'
  readonly received: string
}

/** Sends the bytes of a case and the probe on a connection. */
export async function exchange(
  port: number,
  { sent, ends, isHead }: FramingCase,
): Promise<Outcome> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.setEncoding('latin1').setNoDelay(true)
  socket.on('data', (text: string) => void (received += text))
  socket.on('error', () => {}).on('end', () => socket.end())
  await once(socket, 'connect')
  const pieces = typeof sent === 'string' ? [sent] : sent
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await turn()
    socket.write(piece, 'latin1')
  }
  if (ends) socket.end()
  else socket.write(probe)
  const isClosed = await closes(socket)
  try {
    return outcomeOf(received, isClosed, port, isHead ?? false)
  } catch {
    return { responses: [], connection: 'broken', received }
  }
}

function outcomeOf(received: string, isClosed: boolean, port: number, isHead: boolean): Outcome {
  // Servers are compared, and each has another port.
  const responses = readResponses(received, isHead).map((response) => ({
    ...response,
    body: response.body.replaceAll(`:${port}`, ':port'),
  }))
  const isKept = responses.at(-1)?.body === probed
  return {
    responses: isKept ? responses.slice(0, -1) : responses,
    connection: isKept ? 'kept' : isClosed ? 'closed' : 'stuck',
    received,
  }
}

/** True if the server closes, or resets, the connection in time. */
function closes(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    if (socket.closed) return resolve(true)
    const limit = setTimeout(() => {
      resolve(false)
      socket.destroy()
    }, patience)
    socket.once('close', () => {
      clearTimeout(limit)
      resolve(true)
    })
  })
}

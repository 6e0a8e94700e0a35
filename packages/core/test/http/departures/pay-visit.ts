import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from '../adapters/connection.ts'
import { hasBody, type Visit, waitOf } from './visit.ts'

/** Over the size from which an upload is kept in a file. */
const largeBody = 1_500_000
const smallBody = 200

/** Sends the request of a visit, and leaves at its moment. Rejects if a client that stayed got no complete response. */
export async function payVisit(port: number, visit: Visit): Promise<void> {
  const connection = await Connection.open(port)
  try {
    await talk(connection, visit)
  } finally {
    connection.close()
  }
}

async function talk(connection: Connection, visit: Visit): Promise<void> {
  const body = hasBody(visit.path) ? bodyOf(visit) : undefined
  const head = headOf(visit, body)
  if (visit.leave === 'half a head') {
    await trickle(connection, Buffer.from(head.slice(0, head.length / 2)), visit)
    return disconnect(connection, visit)
  }
  await trickle(connection, Buffer.from(head), visit)
  if (visit.leave === 'the head') return disconnect(connection, visit)
  if (body && visit.leave === 'half a body') {
    await trickle(connection, body.sent.subarray(0, body.sent.length / 2), visit)
    return disconnect(connection, visit)
  }
  if (visit.readsSlowly) readSlowly(connection)
  if (body) await trickle(connection, body.sent, visit)
  if (visit.leave === 'half a body' || visit.leave === 'the body')
    return disconnect(connection, visit)
  if (visit.leave === 'the response head') {
    await connection.received(/\r\n\r\n/u)
    return disconnect(connection, visit)
  }
  if (visit.leave === 'the first of the response body') {
    await connection.received(/\r\n\r\n[\s\S]/u)
    return disconnect(connection, visit)
  }
  await stay(connection, visit)
}

/** Sends bytes in the pieces of the visit. */
async function trickle(
  connection: Connection,
  bytes: Uint8Array,
  { pieces, gap }: Visit,
): Promise<void> {
  const size = Math.ceil(bytes.length / pieces)
  for (let start = 0; start < bytes.length; start += size) {
    if (start > 0) await sleep(gap)
    if (connection.socket.writable) connection.send(bytes.subarray(start, start + size))
  }
}

/** Waits after each piece of the response. */
function readSlowly({ socket }: Connection): void {
  socket.on('data', () => {
    socket.pause()
    setTimeout(() => socket.resume(), 1)
  })
}

/**
 * Reads the response, and another one on the same connection unless the first announces that it
 * closes.
 */
async function stay(connection: Connection, { send }: Visit): Promise<void> {
  const response = await connection.readFinalResponse()
  if (response.status === 500 && send !== 'error') throw new Error(`Got 500: ${response.body}`)
  if (response.isLast) return connection.ended()
  const next = await connection
    .send('GET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n')
    .readResponseOrEnd()
  if (next && next.status !== 200) throw new Error(`The next request got ${next.status}.`)
  if (!next) throw new Error('The next request on the connection got no response.')
}

async function disconnect(connection: Connection, { by, delay }: Visit): Promise<void> {
  if (delay > 0) await sleep(delay)
  if (by === 'reset') connection.socket.resetAndDestroy()
  if (by === 'close') connection.close()
  if (by === 'half-close') connection.socket.end()
  if (by === 'stop') {
    connection.socket.pause()
    await sleep(30)
    connection.socket.resetAndDestroy()
  }
  // The rest of what arrives is read and dropped, so that the server can finish.
  await connection.ended()
}

function headOf(visit: Visit, body: Body | undefined): string {
  const lines = [
    `${body ? 'POST' : 'GET'} ${visit.path} HTTP/1.1`,
    'Host: localhost',
    `X-Send: ${visit.send}`,
    `X-Turns: ${visit.turns}`,
    `X-Wait: ${waitOf(visit)}`,
    `X-Layers: ${visit.layers.join(',')}`,
  ]
  if (visit.acceptsGzip) lines.push('Accept-Encoding: gzip')
  if (visit.byMiddleware) lines.push('X-By: middleware')
  if (body) {
    lines.push(`Content-Type: ${typeOf(visit.path)}`)
    lines.push(visit.chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`)
    if (visit.expectsContinue) lines.push('Expect: 100-continue')
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}

function typeOf(path: string): string {
  if (path.includes('json')) return 'application/json'
  if (path.includes('form')) return 'application/x-www-form-urlencoded'
  if (path.includes('upload')) return 'multipart/form-data; boundary=b'
  return 'text/plain'
}

interface Body {
  /** The length of the content, in bytes. */
  readonly length: number
  /** The content, in chunks if the visit sends chunks. */
  readonly sent: Uint8Array
}

/** Bodies by their kind: a million visits share a few. */
const bodies = new Map<string, Body>()

function bodyOf(visit: Visit): Body {
  const key = [typeOf(visit.path), visit.large, visit.chunked].join()
  const known = bodies.get(key)
  if (known) return known
  const content = contentOf(visit)
  const sent = Buffer.from(visit.chunked ? chunked(content) : content)
  const body = { length: content.length, sent }
  bodies.set(key, body)
  return body
}

function contentOf({ path, large }: Visit): string {
  const filling = 'x'.repeat(large ? largeBody : smallBody)
  if (path.includes('json')) return JSON.stringify({ title: 'a', text: filling })
  if (path.includes('form')) return `title=a&text=${filling}`
  if (!path.includes('upload')) return filling
  const head = 'Content-Disposition: form-data; name="document"; filename="a.txt"'
  return `--b\r\n${head}\r\n\r\n${filling}\r\n--b--\r\n`
}

function chunked(body: string): string {
  const half = body.length >> 1
  const parts = [body.slice(0, half), body.slice(half), '']
  return parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')
}

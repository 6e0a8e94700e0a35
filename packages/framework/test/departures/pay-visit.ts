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
    return leave(connection.send(head.slice(0, head.length / 2)), visit)
  }
  connection.send(head)
  if (visit.leave === 'the head') return leave(connection, visit)
  if (body && visit.leave === 'half a body') {
    return leave(connection.send(body.sent.subarray(0, body.sent.length / 2)), visit)
  }
  if (body) connection.send(body.sent)
  if (visit.leave === 'half a body' || visit.leave === 'the body') return leave(connection, visit)
  if (visit.leave === 'the response head') {
    await connection.received(/\r\n\r\n/u)
    return leave(connection, visit)
  }
  if (visit.leave === 'the first of the response body') {
    await connection.received(/\r\n\r\n[\s\S]/u)
    return leave(connection, visit)
  }
  await stay(connection)
}

/** Reads the response, and another one on the same connection unless the first says that it is the last. */
async function stay(connection: Connection): Promise<void> {
  const response = await connection.finalAnswer()
  if (response.isLast) return connection.ended()
  const next = await connection.send('GET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n').answerOrEnd()
  if (next && next.status !== 200) throw new Error(`The next request got ${next.status}.`)
  if (!next) throw new Error('The next request on the connection got no response.')
}

async function leave(connection: Connection, { by, delay }: Visit): Promise<void> {
  if (delay > 0) await sleep(delay)
  if (by === 'reset') connection.socket.resetAndDestroy()
  if (by === 'close') connection.close()
  if (by === 'half-close') connection.socket.end()
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
  ]
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

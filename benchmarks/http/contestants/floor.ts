// The floor: what someone writes by hand who knows these requests and wants them fast.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Answer, answer, readsBody } from '../by-hand.ts'

const maximumBody = 2 * 1024 * 1024

createServer((request, response) => {
  const url = request.url as string
  const method = request.method as string
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  if (readsBody(method, path)) {
    readBody(request, response, (body) => send(response, answer(method, path, '', body)))
  } else {
    send(response, answer(method, path, mark === -1 ? '' : url.slice(mark + 1), ''))
  }
}).listen(Number(process.env.PORT), '127.0.0.1')

function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  use: (body: string) => void,
): void {
  const chunks: Buffer[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= maximumBody) chunks.push(chunk)
  })
  request.on('end', () => {
    if (size > maximumBody) send(response, { status: 413, body: '{"error":"Too large."}' })
    else use((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString())
  })
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

// The floor: bare node:http and a handwritten handler with the same checks.
import { isUtf8 } from 'node:buffer'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { answerText } from './by-hand.ts'

const maximumBody = 2 * 1024 * 1024
const hosts = new Set(['localhost', '127.0.0.1', '[::1]'])

createServer((request, response) => {
  const { method, url, headers } = request
  if (url !== '/mcp') return send(response, 404, '{"error":"No route matches."}')
  if (method !== 'POST') return send(response, 405, '{"error":"POST alone."}')
  const { host, origin } = headers
  if (host !== undefined && !isLocal(host)) return send(response, 403, '{"error":"Host."}')
  if (origin !== undefined && !isLocal(new URL(origin).host)) {
    return send(response, 403, '{"error":"Origin."}')
  }
  const type = headers['content-type'] ?? ''
  if (!/^application\/json\s*(?:;|$)/iu.test(type)) return send(response, 415, '{"error":"Type."}')
  readBody(request, response, (body) => {
    const { status, text } = answerText(body, (name) => headers[name] as string | undefined)
    send(response, status, text)
  })
}).listen(Number(process.env.PORT), '127.0.0.1')

function isLocal(host: string): boolean {
  return hosts.has(host.toLowerCase().replace(/:\d+$/u, ''))
}

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
    if (size > maximumBody) return send(response, 413, '{"error":"Too large."}')
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
    if (!isUtf8(bytes)) return send(response, 400, '{"error":"Not UTF-8."}')
    use(bytes.toString())
  })
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

// The floor: the same by hand on bare `node:http`.
import { createServer, type ServerResponse } from 'node:http'

createServer((request, response) => {
  const url = request.url as string
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  if (request.method !== 'GET') return notFound(response)
  if (path === '/none') return none(response)
  if (path === '/header') return header(response)
  notFound(response)
}).listen(Number(process.env.PORT), '127.0.0.1')

function none(response: ServerResponse): void {
  const body = JSON.stringify({ message: 'Hello, World!' })
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

function header(response: ServerResponse): void {
  const body = JSON.stringify({ message: 'Hello, World!' })
  response.writeHead(200, {
    'content-type': 'application/json',
    'x-version': '1',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

function notFound(response: ServerResponse): void {
  response.writeHead(404).end()
}

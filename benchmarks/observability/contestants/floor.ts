// The floor: a bare `node:http`, which nobody sees.
import { createServer } from 'node:http'

createServer((request, response) => {
  const [, id] = /^\/orders\/(\w+)$/.exec(request.url as string) ?? []
  if (id === undefined) return void response.writeHead(404).end()
  const body = JSON.stringify({ id })
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}).listen(Number(process.env['PORT']), '127.0.0.1')

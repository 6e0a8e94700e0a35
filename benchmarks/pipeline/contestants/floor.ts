// The floor: the same by hand on bare `node:http`.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { Redis } from 'ioredis'
import { items } from '../../http/items.ts'
import { countVisit } from '../session-by-hand.ts'

const redis = new Redis({ lazyConnect: true })

createServer((request, response) => {
  const url = request.url as string
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  if (request.method !== 'GET') return notFound(response)
  if (path === '/none') return none(response)
  if (path === '/header') return header(response)
  if (path === '/gzip') return gzip(request, response)
  if (path === '/session') return void session(request, response)
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

function gzip({ headers }: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify(items)
  const accepts = headers['accept-encoding']?.split(',').some((coding) => coding.trim() === 'gzip')
  const sent = accepts ? gzipSync(body) : Buffer.from(body)
  response.writeHead(200, {
    'content-type': 'application/json',
    vary: 'Accept-Encoding',
    ...(accepts ? { 'content-encoding': 'gzip' } : {}),
    'content-length': sent.byteLength,
  })
  response.end(sent)
}

async function session({ headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const visits = await countVisit(redis, headers.cookie)
    if (visits === undefined) return notFound(response)
    const body = JSON.stringify({ visits })
    response.writeHead(200, {
      'content-type': 'application/json',
      vary: 'Cookie',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  } catch (error) {
    console.error(error)
    response.writeHead(500).end()
  }
}

function notFound(response: ServerResponse): void {
  response.writeHead(404).end()
}

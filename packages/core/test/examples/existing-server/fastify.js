import { createServer } from 'node:http'
import fastify from 'fastify'
import { listener } from './fw-listener.ts'

export const app = fastify({
  serverFactory: (handler) =>
    createServer((request, response) => {
      if (request.url.startsWith('/v2/')) return listener(request, response)
      handler(request, response)
    }),
})

app.get('/v1/prices', () => ({ tea: 4 }))

import { createServer } from 'node:http'
import fastify from 'fastify'
import { listener } from './fw-listener.ts'

export const app = fastify({
  serverFactory: (handler) =>
    createServer((request, response) => {
      const isNew = request.url.startsWith('/v2/')
      if (isNew) listener(request, response)
      else handler(request, response)
    }),
})

app.get('/v1/prices', () => ({ tea: 4 }))

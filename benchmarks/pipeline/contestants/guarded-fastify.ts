import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import createFastify from 'fastify'
import { address, exposed, limit, origin } from '../shop.ts'
import { helmetOptions } from '../helmet-options.ts'

const app = createFastify({ genReqId: () => randomUUID() })
app.addHook('onRequest', async (request, reply) => {
  reply.header('x-request-id', request.id)
})
await app.register(cors, { origin: [origin], exposedHeaders: exposed })
await app.register(helmet, helmetOptions)
await app.register(rateLimit, { max: limit, timeWindow: 1000, enableDraftSpec: true })
app.get(
  '/guarded',
  {
    schema: { response: { 200: { type: 'object', properties: { message: { type: 'string' } } } } },
  },
  async () => ({ message: 'Hello, World!' }),
)
await app.listen(address)

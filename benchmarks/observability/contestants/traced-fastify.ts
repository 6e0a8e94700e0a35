import { FastifyOtelInstrumentation } from '@fastify/otel'
import { NodeSDK } from '@opentelemetry/sdk-node'

const instrumentation = new FastifyOtelInstrumentation()
new NodeSDK({ instrumentations: [instrumentation] }).start()
const { default: createFastify } = await import('fastify')
const app = createFastify()
await app.register(instrumentation.plugin())
app.get<{ Params: { id: string } }>(
  '/orders/:id',
  { schema: { response: { 200: { type: 'object', properties: { id: { type: 'string' } } } } } },
  async ({ params }) => ({ id: params.id }),
)
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })

import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import createFastify, { type FastifySchema } from 'fastify'
import { type AjvError, orderSchema, toErrors } from '../../orders/json-schema.ts'
import { type Priced, receiptOf } from '../../orders/receipt.ts'
import { items } from '../items.ts'
import { actions, resources } from '../resources.ts'

const app = createFastify()

// JSON is checked strictly; text is cast.
const strict = new Ajv({ allErrors: true, strict: false })
formats.default(strict)
const casting = new Ajv({ allErrors: true, strict: false, coerceTypes: true, useDefaults: true })
app.setValidatorCompiler<object>(({ schema, httpPart }) =>
  (httpPart === 'body' ? strict : casting).compile(schema),
)
app.setErrorHandler<Error & { validation?: AjvError[]; statusCode?: number }>(
  (error, request, reply) => {
    if (error.validation) return reply.code(422).send({ errors: toErrors(error.validation) })
    return reply.code(error.statusCode ?? 500).send({ error: error.message })
  },
)
app.setNotFoundHandler((request, reply) =>
  reply.code(404).send({ error: `No route matches ${request.method} ${request.url}.` }),
)

const errorsSchema = {
  type: 'object',
  properties: {
    errors: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
}

app.get('/json', { schema: returns({ message: { type: 'string' } }) }, async () => ({
  message: 'Hello, World!',
}))

app.get<{ Params: { id: number }; Querystring: { limit: number; active: boolean } }>(
  '/users/:id/orders',
  {
    schema: {
      params: { type: 'object', properties: { id: { type: 'integer' } } },
      querystring: {
        type: 'object',
        properties: {
          limit: { type: 'integer', default: 20 },
          active: { type: 'boolean', default: false },
        },
      },
      ...returns({
        id: { type: 'integer' },
        limit: { type: 'integer' },
        active: { type: 'boolean' },
      }),
    },
  },
  async ({ params, query }) => ({ id: params.id, limit: query.limit, active: query.active }),
)

app.post<{ Body: Priced }>(
  '/orders',
  {
    schema: {
      body: orderSchema,
      ...returns({
        customer: { type: 'string' },
        lines: { type: 'integer' },
        quantity: { type: 'integer' },
        total: { type: 'number' },
      }),
    },
  },
  async ({ body }) => receiptOf(body),
)

app.get(
  '/list',
  {
    schema: {
      response: {
        200: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'integer' },
              name: { type: 'string' },
              price: { type: 'number' },
              tags: { type: 'array', items: { type: 'string' } },
              available: { type: 'boolean' },
            },
          },
        },
      },
    },
  },
  async () => items,
)

for (const resource of resources) {
  for (const { action, method, path } of actions) {
    app.route<{ Params: { id?: string } }>({
      method,
      url: `/${resource}${path}`,
      schema: returns({
        resource: { type: 'string' },
        action: { type: 'string' },
        id: { type: 'string' },
      }),
      handler: async ({ params }) => ({ resource, action, id: params.id }),
    })
  }
}

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })

function returns(properties: Record<string, object>): FastifySchema {
  return { response: { 200: { type: 'object', properties }, 422: errorsSchema } }
}

import swagger from '@fastify/swagger'
import fastify from 'fastify'
import { report } from '../report.ts'

const resources = Number(process.argv[2])

const app = fastify()
await app.register(swagger, {
  openapi: { openapi: '3.1.0', info: { title: 'resources', version: '1.0.0' } },
  refResolver: { buildLocalReference: (json) => String(json.$id) },
})
app.addSchema({
  $id: 'Line',
  type: 'object',
  properties: {
    sku: { type: 'string', pattern: '^[A-Z]{3}-\\d{4}$' },
    quantity: { type: 'integer', exclusiveMinimum: 0 },
  },
  required: ['sku', 'quantity'],
})
app.addSchema({
  $id: 'Customer',
  type: 'object',
  properties: {
    name: { type: 'string', pattern: '\\S' },
    email: { type: 'string', format: 'email' },
  },
  required: ['name', 'email'],
})

const params = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }
const handler = () => ({})

for (let index = 0; index < resources; index++) addResource(index)
await app.ready()

await report(async () => JSON.stringify(app.swagger()))

function addResource(index: number): void {
  const reference = { $ref: `Resource${index}#` }
  const path = `/resources${index}`
  app.addSchema({
    $id: `Resource${index}`,
    type: 'object',
    properties: {
      id: { type: 'integer' },
      name: { type: 'string', pattern: '\\S', maxLength: 80 },
      customer: { $ref: 'Customer#' },
      lines: { type: 'array', items: { $ref: 'Line#' } },
      note: { type: 'string', nullable: true },
    },
    required: ['id', 'name', 'customer', 'lines', 'note'],
  })
  const querystring = {
    type: 'object',
    properties: {
      page: { type: 'integer', default: 1 },
      perPage: { type: 'integer', default: 20 },
    },
  }
  const list = { 200: { type: 'array', items: reference } }
  app.get(path, { schema: { querystring, response: list } }, handler)
  app.post(path, { schema: { body: reference, response: { 201: reference } } }, handler)
  app.get(`${path}/:id`, { schema: { params, response: { 200: reference } } }, handler)
  app.put(
    `${path}/:id`,
    { schema: { params, body: reference, response: { 200: reference } } },
    handler,
  )
  app.delete(`${path}/:id`, { schema: { params, response: { 204: { type: 'null' } } } }, handler)
}

import { Elysia, t } from 'elysia'
import { items } from '../../http/items.ts'
import { actions, resources } from '../../http/resources.ts'
import { type Errors, skuPattern } from '../../orders/hand-written.ts'
import { receiptOf } from '../../orders/receipt.ts'

/** One error of TypeBox. */
interface Found {
  readonly type: number
  readonly path: string
  readonly value: unknown
  readonly schema: Readonly<Record<string, unknown>>
}

const Customer = t.Object({
  name: t.String({ pattern: '\\S', maxLength: 100 }),
  email: t.String({ format: 'email' }),
})
const Line = t.Object({
  sku: t.String({ pattern: skuPattern.source }),
  // `t.Integer` takes text, too.
  quantity: t.Number({ multipleOf: 1, exclusiveMinimum: 0, exclusiveMaximum: 1000 }),
  price: t.Number({ exclusiveMinimum: 0, exclusiveMaximum: 100_000 }),
})
const Order = t.Object({
  customer: Customer,
  lines: t.Array(Line),
  note: t.Optional(t.String({ maxLength: 500 })),
  status: t.Union([t.Literal('draft'), t.Literal('placed'), t.Literal('paid')]),
})

const app = new Elysia()

app.onError(({ code, error, status, request }) => {
  if (code === 'VALIDATION') return status(422, { errors: toErrors(error.all as Found[]) })
  if (code !== 'NOT_FOUND') return status(500, { error: String(error) })
  return status(404, {
    error: `No route matches ${request.method} ${new URL(request.url).pathname}.`,
  })
})
app.get('/json', () => ({ message: 'Hello, World!' }))
app.get('/list', () => items)
app.get(
  '/users/:id/orders',
  ({ params, query }) => ({ id: params.id, limit: query.limit, active: query.active }),
  {
    params: t.Object({ id: t.Integer() }),
    query: t.Object({ limit: t.Integer({ default: 20 }), active: t.Boolean({ default: false }) }),
  },
)
app.post('/orders', ({ body }) => receiptOf(body), { body: Order })
for (const resource of resources) {
  for (const { action, method, path } of actions) {
    const hasId = path !== ''
    app.route(method, `/${resource}${path}`, ({ params }) =>
      hasId ? { resource, action, id: (params as { id: string }).id } : { resource, action },
    )
  }
}
app.listen({ hostname: '127.0.0.1', port: Number(process.env.PORT) })

/**
 * TypeBox's errors with the messages of this benchmark. A missing value is also not a string or
 * number, and reported twice.
 */
function toErrors(found: readonly Found[]): Errors {
  const errors: Errors = {}
  for (const error of found) {
    const messages = (errors[error.path.slice(1).replaceAll('/', '.')] ??= [])
    const message = messageOf(error)
    if (!messages.includes(message)) messages.push(message)
  }
  return errors
}

/** The numbers are those of TypeBox's `ValueErrorType`. */
function messageOf({ type, value, schema }: Found): string {
  if (value === undefined) return 'is required.'
  if (value === null) return 'must not be null.'
  switch (type) {
    case 6:
      return 'must be an array.'
    case 36:
      return `must be less than ${schema.exclusiveMaximum}.`
    case 37:
      return `must be greater than ${schema.exclusiveMinimum}.`
    case 40:
      return 'must be an integer.'
    case 41:
      return schema.multipleOf === 1 ? 'must be an integer.' : 'must be a number.'
    case 46:
      return 'must be an object.'
    case 50:
      return 'must be a valid email address.'
    case 51:
      return `must be at most ${schema.maxLength} characters.`
    case 53:
      return schema.pattern === '\\S'
        ? 'must not be blank.'
        : `must match the pattern ${schema.pattern}.`
    case 54:
      return 'must be a string.'
    case 62:
      return messageOfUnion(schema)
    default:
      throw new Error(`No wording for the error ${type} of TypeBox.`)
  }
}

/** Elysia casts text by unions. */
function messageOfUnion({ type, anyOf }: Found['schema']): string {
  const values = (anyOf as { const?: unknown }[]).map((each) => each.const)
  if (!values.includes(undefined)) return `must be one of: ${values.join(', ')}.`
  return type === 'boolean' ? 'must be a boolean.' : 'must be an integer.'
}

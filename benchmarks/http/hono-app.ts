import { Hono } from 'hono'
import { z } from 'zod'
import { receiptOf } from '../orders/receipt.ts'
import { OrderSchema, toErrors } from '../orders/zod.ts'
import { items } from './items.ts'
import { actions, resources } from './resources.ts'

const integer = z
  .string()
  .regex(/^[+-]?\d+$/u, 'must be an integer.')
  .transform(Number)
const UserOrders = z.object({
  id: integer,
  limit: integer.default(20),
  active: z
    .enum(['true', 'false', '1', '0'], 'must be a boolean.')
    .transform((text) => text === 'true' || text === '1')
    .default(false),
})

/** The same requests in Hono, with zod. */
export const app = new Hono()

app.get('/json', (c) => c.json({ message: 'Hello, World!' }))
app.get('/list', (c) => c.json(items))
app.get('/users/:id/orders', (c) => {
  const found = UserOrders.safeParse({
    id: c.req.param('id'),
    limit: c.req.query('limit'),
    active: c.req.query('active'),
  })
  return found.success ? c.json(found.data) : c.json({ errors: toErrors(found.error) }, 422)
})
app.post('/orders', async (c) => {
  const order = OrderSchema.safeParse(await c.req.json())
  if (!order.success) return c.json({ errors: toErrors(order.error) }, 422)
  return c.json(receiptOf(order.data))
})
for (const resource of resources) {
  for (const { action, method, path } of actions) {
    app.on(method, `/${resource}${path}`, (c) =>
      c.json({ resource, action, id: c.req.param('id') }),
    )
  }
}
app.notFound((c) => c.json({ error: `No route matches ${c.req.method} ${c.req.path}.` }, 404))

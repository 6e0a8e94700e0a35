import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import { rateLimiter } from 'hono-rate-limiter'
import { cors } from 'hono/cors'
import { requestId } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import { address, exposed, limit, origin, referrerPolicy } from '../shop.ts'

const app = new Hono()
app.use(requestId())
app.use(cors({ origin: [origin], exposeHeaders: exposed }))
app.use(
  secureHeaders({
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    referrerPolicy,
    strictTransportSecurity: false,
  }),
)
app.use(
  rateLimiter({
    windowMs: 1000,
    limit,
    standardHeaders: 'draft-7',
    keyGenerator: (c) => getConnInfo(c).remote.address ?? '',
  }),
)
app.get('/guarded', (c) => c.json({ message: 'Hello, World!' }))

serve({ fetch: app.fetch, port: address.port, hostname: address.host })

import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { jwt, type JwtVariables } from 'hono/jwt'
import { importSPKI } from 'jose'
import { address, audience, credentials, issuer } from '../credentials.ts'

const app = new Hono<{ Variables: JwtVariables }>()
for (const [path, alg] of [
  ['/es256', 'ES256'],
  ['/rs256', 'RS256'],
] as const) {
  const { es256, rs256 } = credentials.publicKeys
  const secret = await importSPKI(alg === 'ES256' ? es256 : rs256, alg)
  app.use(path, jwt({ secret, alg, verification: { iss: issuer, aud: audience } }))
  app.get(path, (c) => {
    c.header('cache-control', 'private, no-cache')
    c.header('vary', 'Authorization')
    return c.json({ id: c.get('jwtPayload').sub })
  })
}
serve({ fetch: app.fetch, port: address.port, hostname: address.host })

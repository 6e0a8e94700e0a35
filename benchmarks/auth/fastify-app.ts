import jwt from '@fastify/jwt'
import createFastify from 'fastify'
import { address, audience, credentials, issuer } from './credentials.ts'

const schema = {
  response: { 200: { type: 'object', properties: { id: { type: 'string' } } } },
} as const

/** Serves the tokens by Fastify with further options of verification. */
export async function serveFastify(options: { readonly cache?: number } = {}): Promise<void> {
  const app = createFastify()
  for (const algorithm of ['es256', 'rs256'] as const) {
    await app.register(async (scope) => {
      await scope.register(jwt, {
        secret: { public: credentials.publicKeys[algorithm] },
        verify: {
          algorithms: algorithm === 'es256' ? ['ES256'] : ['RS256'],
          allowedIss: issuer,
          allowedAud: audience,
          requiredClaims: ['sub', 'exp'],
          clockTolerance: 30_000,
          ...options,
        },
      })
      scope.addHook('onRequest', async (request) => {
        await request.jwtVerify()
      })
      scope.get(`/${algorithm}`, { schema }, async ({ user }, reply) => {
        reply.header('cache-control', 'private, no-cache').header('vary', 'Authorization')
        return { id: (user as { readonly sub: string }).sub }
      })
    })
  }
  await app.listen(address)
}

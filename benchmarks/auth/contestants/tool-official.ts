// The official SDK behind its own check of tokens, which are verified by jose.
import { serve } from '@hono/node-server'
import {
  createMcpHandler,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
} from '@modelcontextprotocol/server'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { createServer } from '../../mcp/contestants/official-server.ts'
import { address, audience, credentials, issuer } from '../credentials.ts'

const keys = createLocalJWKSet(credentials.keySet)

const gate = requireBearerAuth({
  verifier: {
    async verifyAccessToken(token) {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        clockTolerance: 30,
        requiredClaims: ['sub', 'exp'],
      }).catch(() => {
        throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token is not accepted.')
      })
      const { sub, scope, exp } = payload
      return {
        token,
        clientId: String(sub),
        scopes: String(scope).split(' '),
        ...(exp !== undefined && { expiresAt: exp }),
      }
    },
  },
})
const handler = createMcpHandler(createServer)
serve({
  fetch: async (request) => {
    const caller = await gate(request)
    return caller instanceof Response ? caller : handler.fetch(request, { authInfo: caller })
  },
  port: address.port,
  hostname: address.host,
})

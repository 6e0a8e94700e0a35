import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { ConsentingProvider } from '../../../packages/auth/test/consenting-provider.ts'

export const redirectUri = 'http://127.0.0.1:1/callback'
export const secret = 'known to the client and its provider alone'
export const opaque = 'https://opaque.example.com'

/** The provider with a web application, an agent, a worker and a resource server that introspects. */
export function startProvider(callback: string): Promise<ConsentingProvider> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const members = { kid: randomUUID(), alg: 'ES256', use: 'sig' }
  return ConsentingProvider.start({
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), ...members }] },
    scopes: ['openid', 'offline_access', 'orders:read', 'orders:write'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
    issueRefreshToken: () => true,
    clients: [
      {
        client_id: 'agent',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
      {
        client_id: 'web',
        client_secret: secret,
        redirect_uris: [callback],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
      {
        client_id: 'worker',
        client_secret: secret,
        redirect_uris: [],
        grant_types: ['client_credentials'],
        response_types: [],
      },
    ],
    enabledJWA: { dPoPSigningAlgValues: ['ES256', 'Ed25519', 'EdDSA', 'PS256', 'RS256'] },
    pkce: { required: () => true },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_: unknown, resource: string) => ({
          audience: resource,
          scope: 'orders:read orders:write',
          accessTokenFormat: resource.startsWith(opaque) ? 'opaque' : 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  })
}

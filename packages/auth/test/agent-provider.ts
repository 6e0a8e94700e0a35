import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { ConsentingProvider } from './consenting-provider.ts'

/** An identity provider that knows one agent, until the test ends. */
export async function startAgentProvider(redirectUri: string): Promise<string> {
  const provider = await ConsentingProvider.start(configuration(redirectUri))
  onTestFinished(() => provider[Symbol.asyncDispose]())
  return provider.issuer
}

function configuration(redirectUri: string): object {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = {
    ...privateKey.export({ format: 'jwk' }),
    kid: randomUUID(),
    alg: 'ES256',
    use: 'sig',
  }
  return {
    jwks: { keys: [key] },
    scopes: ['openid', 'offline_access', 'orders:read', 'orders:write'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
    clients: [
      {
        client_id: 'agent',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    ],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_: unknown, resource: string) => ({
          audience: resource,
          scope: 'orders:read orders:write',
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  }
}

import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JWK } from 'jose'
import { Provider } from 'oidc-provider'

export const clientSecret = 'known to the client and its provider alone'

/** An identity provider on this machine, for clients that act for themselves. */
export class IdentityProvider implements AsyncDisposable {
  issuer = ''
  readonly #audience: string
  readonly #format: 'jwt' | 'opaque'
  #keys = [createKey()]
  #listener: RequestListener = () => {}
  readonly #server = createServer((request, response) => this.#listener(request, response))

  private constructor(audience: string, format: 'jwt' | 'opaque') {
    this.#audience = audience
    this.#format = format
  }

  static async start(
    audience: string,
    format: 'jwt' | 'opaque' = 'jwt',
  ): Promise<IdentityProvider> {
    const provider = new IdentityProvider(audience, format)
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve))
    const { port } = provider.#server.address() as AddressInfo
    provider.issuer = `http://127.0.0.1:${port}`
    provider.#open()
    return provider
  }

  /** Signs with a new key from now on; the one before is still known. */
  rotate(): void {
    this.#keys = [createKey(), ...this.#keys.slice(0, 1)]
    this.#open()
  }

  /** A new token of a client. `headers` may hold a proof. */
  async token(scope = 'orders:read', headers: Record<string, string> = {}): Promise<string> {
    const form = { grant_type: 'client_credentials', scope }
    const response = await this.#post('/token', form, headers)
    const body = (await response.json()) as { access_token?: string }
    if (body.access_token === undefined) throw new Error(JSON.stringify(body))
    return body.access_token
  }

  async revoke(token: string): Promise<void> {
    await this.#post('/token/revocation', { token })
  }

  async #post(path: string, form: Record<string, string>, headers = {}): Promise<Response> {
    const credentials = Buffer.from(`worker:${encodeURIComponent(clientSecret)}`)
    return fetch(this.issuer + path, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials.toString('base64')}`, ...headers },
      body: new URLSearchParams(form),
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #open(): void {
    this.#listener = new Provider(this.issuer, this.#configuration()).callback()
  }

  #configuration(): object {
    const audience = this.#audience
    return {
      jwks: { keys: this.#keys },
      ttl: { ClientCredentials: 600 },
      scopes: ['orders:read', 'orders:write'],
      clients: [
        {
          client_id: 'worker',
          client_secret: clientSecret,
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
          id_token_signed_response_alg: 'ES256',
        },
      ],
      features: {
        clientCredentials: { enabled: true },
        devInteractions: { enabled: false },
        dPoP: { enabled: true },
        introspection: { enabled: true },
        revocation: { enabled: true },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => audience,
          getResourceServerInfo: () => ({
            audience,
            scope: 'orders:read orders:write',
            accessTokenFormat: this.#format,
            jwt: { sign: { alg: 'ES256' } },
          }),
        },
      },
    }
  }
}

function createKey(): JWK {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = privateKey.export({ format: 'jwk' })
  return { ...jwk, kid: randomUUID(), alg: 'ES256', use: 'sig' } as unknown as JWK
}

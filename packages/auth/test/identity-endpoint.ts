import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CompactSign } from 'jose'

type Handler = (response: ServerResponse, request: IncomingMessage) => unknown

interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly jwk: object
}

/** The endpoints of a local issuer, controlled by a test. */
export class IdentityEndpoint implements AsyncDisposable {
  /** The paths of all requests. */
  readonly requestedPaths: string[] = []
  /** The handlers by path; those of the metadata and the keys are built in. */
  readonly handlers = new Map<string, Handler>()
  keys: SigningKey[] = [createKey()]
  issuer = ''
  readonly #server = createServer((request, response) => {
    const path = request.url ?? ''
    this.requestedPaths.push(path)
    const handler = this.handlers.get(path)
    if (handler) return void handler(response, request)
    response.writeHead(404).end()
  })

  static async start(path = ''): Promise<IdentityEndpoint> {
    const endpoint = new IdentityEndpoint()
    const server = endpoint.#server
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const origin = `http://127.0.0.1:${port}`
    endpoint.issuer = origin + path
    const metadata = () => ({ issuer: endpoint.issuer, jwks_uri: `${origin}/keys` })
    endpoint.handlers
      .set(`/.well-known/oauth-authorization-server${path}`, (response) =>
        sendJson(response, metadata()),
      )
      .set('/keys', (response) => sendJson(response, { keys: endpoint.keys.map(({ jwk }) => jwk) }))
    return endpoint
  }

  /** A token of the first key. */
  token(audience: string, claims: object = {}, key = this.keys[0] ?? createKey()): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const defaults = { iss: this.issuer, aud: audience, sub: 'ada', exp: now + 300 }
    return new CompactSign(new TextEncoder().encode(JSON.stringify({ ...defaults, ...claims })))
      .setProtectedHeader({ alg: 'ES256', kid: key.kid })
      .sign(key.privateKey)
  }

  /** The number of times that the keys were fetched. */
  get fetches(): number {
    return this.requestedPaths.filter((path) => path === '/keys').length
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

export function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

export function createKey(): SigningKey {
  const kid = randomUUID()
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig' } }
}

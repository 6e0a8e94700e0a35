import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider, type Interaction } from 'oidc-provider'

/** An identity provider on this machine, whose only user agrees to everything. */
export class ConsentingProvider implements AsyncDisposable {
  readonly issuer: string
  readonly #server: ReturnType<typeof createServer>

  private constructor(issuer: string, server: ReturnType<typeof createServer>) {
    this.issuer = issuer
    this.#server = server
  }

  static async start(configuration: object): Promise<ConsentingProvider> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const issuer = `http://127.0.0.1:${port}`
    const provider = new Provider(issuer, configuration)
    const handle = provider.callback()
    server.on('request', (request, response) => {
      if (request.url?.startsWith('/interaction/'))
        void signInAndConsent(provider, request, response)
      else handle(request, response)
    })
    return new ConsentingProvider(issuer, server)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Signs in and consents, as a person does with two pages. */
async function signInAndConsent(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session, grantId }: Interaction = await provider.interactionDetails(
    request,
    response,
  )
  if (prompt.name === 'login') {
    return provider.interactionFinished(request, response, { login: { accountId: 'ada' } })
  }
  const accountId = session?.accountId
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const grant = existing ?? new provider.Grant({ accountId, clientId: params['client_id'] })
  const { missingOIDCScope = [], missingResourceScopes = {} } = prompt.details
  if (missingOIDCScope.length > 0) grant.addOIDCScope(missingOIDCScope.join(' '))
  for (const [resource, scopes] of Object.entries(missingResourceScopes)) {
    grant.addResourceScope(resource, scopes.join(' '))
  }
  const consent = { grantId: await grant.save() }
  await provider.interactionFinished(
    request,
    response,
    { consent },
    { mergeWithLastSubmission: true },
  )
}

/** Follows redirects with cookies, as a browser does. Returns the address that begins with `redirectUri`. */
export async function followRedirects(address: URL, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next = address
  for (let step = 0; step < 20; step += 1) {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${response.status} ${await response.text()}`)
    next = new URL(location, next)
    if (next.href.startsWith(redirectUri)) return next
  }
  throw new Error('The provider redirects without end.')
}

import { jwt } from '@fw/auth'
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { McpTool, Principal, Scopes } from '@fw/core'
import { serve } from '@fw/core/node'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startAgentProvider } from './agent-provider.ts'
import { followRedirects } from './consenting-provider.ts'
import { createMcpKernel } from './mcp-serving.ts'
import { freePort } from '../../core/test/support/free-port.ts'

class Orders {
  @McpTool('show', 'Shows the orders.')
  @Scopes('orders:read')
  show(caller: Principal) {
    return `orders of ${caller.id}`
  }

  @McpTool('cancel', 'Cancels all orders.')
  @Scopes('orders:read', 'orders:write')
  cancel() {
    return 'cancelled'
  }
}

const redirectUrl = 'http://127.0.0.1:1/callback'

/** An agent of a user with a browser. */
class Agent implements OAuthClientProvider {
  readonly redirectUrl = redirectUrl
  readonly clientMetadata = {
    client_name: 'agent',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  readonly authorizationUrls: URL[] = []
  #tokens: StoredOAuthTokens | undefined
  #verifier = ''

  clientInformation() {
    return { client_id: 'agent' }
  }
  tokens() {
    return this.#tokens
  }
  saveTokens(tokens: StoredOAuthTokens) {
    this.#tokens = tokens
  }
  redirectToAuthorization(url: URL) {
    this.authorizationUrls.push(url)
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }
  codeVerifier() {
    return this.#verifier
  }
}

async function start(): Promise<URL> {
  // The provider logs that it is not set up for production.
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'info').mockReturnValue()
  const issuer = await startAgentProvider(redirectUrl)
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const { kernel } = createMcpKernel([Orders], {
    schemes: { user: jwt({ issuer, audience: base }) },
    config: { FW_PUBLIC_URL: base },
  })
  const { close } = await serve(kernel, { port, host: '127.0.0.1', shutdownTimeout: 0 })
  onTestFinished(close)
  return new URL(`${base}/mcp`)
}

test.each(['legacy', 'auto'] as const)(
  'the official client goes the whole way to a token, and to another scope (%s)',
  async (mode) => {
    const url = await start()
    const agent = new Agent()
    const transportOf = () => new StreamableHTTPClientTransport(url, { authProvider: agent })
    const signIn = async (transport: StreamableHTTPClientTransport) => {
      const back = await followRedirects(agent.authorizationUrls.at(-1) as URL, redirectUrl)
      await transport.finishAuth(back.searchParams)
    }
    const connect = async (transport: StreamableHTTPClientTransport) => {
      const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode } })
      onTestFinished(() => client.close())
      await client.connect(transport)
      return client
    }

    const first = transportOf()
    await expect(connect(first)).rejects.toThrow(UnauthorizedError)
    const [authorizationUrls] = agent.authorizationUrls
    expect(authorizationUrls?.searchParams.get('resource')).toBe(url.href)
    expect(authorizationUrls?.searchParams.get('scope')?.split(' ')).toContain('orders:read')
    expect(authorizationUrls?.searchParams.get('scope')).not.toContain('orders:write')
    expect(authorizationUrls?.searchParams.get('code_challenge_method')).toBe('S256')
    await signIn(first)

    const second = transportOf()
    const client = await connect(second)
    expect(client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern')
    expect(await client.callTool({ name: 'show' })).toMatchObject({
      content: [{ text: 'orders of ada' }],
    })
    const before = agent.authorizationUrls.length
    await expect(client.callTool({ name: 'cancel' })).rejects.toThrow(UnauthorizedError)
    expect(agent.authorizationUrls.length).toBe(before + 1)
    expect(agent.authorizationUrls.at(-1)?.searchParams.get('scope')?.split(' ')).toEqual(
      expect.arrayContaining(['orders:read', 'orders:write']),
    )
    await signIn(second)
    expect(await client.callTool({ name: 'cancel' })).toMatchObject({
      content: [{ text: 'cancelled' }],
    })
  },
)

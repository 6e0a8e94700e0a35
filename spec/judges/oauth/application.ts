import { introspection, jwt, session } from '@fw/auth'
import {
  Authentication,
  Config,
  Container,
  Get,
  Kernel,
  Logger,
  McpTool,
  Post,
  Principal,
  Public,
  Query,
  Reply,
  Router,
  Scopes,
  type Schemes,
  type Session,
} from '@fw/core'
import { McpDispatcher, McpRegistry, McpServer } from '@fw/core/mcp'
import { serve } from '@fw/core/node'
import { MemorySessions, SessionStore } from '@fw/core/web'
import * as client from 'openid-client'
import { freePort } from '../../../packages/core/test/support/free-port.ts'
import { opaque, secret } from './provider.ts'

class Orders {
  @Get('/orders')
  @Scopes('orders:read')
  list(caller: Principal) {
    return { id: caller.id, client: caller.clientId }
  }

  @Post('/orders')
  @Scopes('orders:write')
  create() {
    return 'created'
  }

  @McpTool('list_orders', 'Lists the orders.')
  @Scopes('orders:read')
  listForAgents(caller: Principal) {
    return `orders of ${caller.id}`
  }
}

class Silent extends Logger {
  debug() {}
  info() {}
  warn() {}
  error() {}
}

/** A server of ours, and how to stop it. */
export interface Served extends AsyncDisposable {
  readonly base: string
}

/** The resource server for JWTs, which may be bound to keys. */
export async function serveResource(issuer: string): Promise<Served> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const dpop = { mode: 'optional', nonce: 'a secret of thirty-two characters' } as const
  const user = jwt({ issuer, audience: [base, `${base}/mcp`], dpop })
  return serveApplication(port, [Orders], { user })
}

/** The resource server for opaque tokens, which asks the issuer about them. */
export async function serveIntrospecting(issuer: string): Promise<Served> {
  const endpoint = `${issuer}/token/introspection`
  const known = { clientId: 'worker', clientSecret: secret, issuer, audience: opaque }
  return serveApplication(await freePort(), [Orders], {
    user: introspection({ endpoint, ...known }),
  })
}

/** The web application whose visitors sign in at the provider. */
export async function serveWeb(port: number, issuer: string): Promise<Served> {
  const callback = `http://127.0.0.1:${port}/callback`
  let discovered: Promise<client.Configuration> | undefined
  const configuration = () =>
    (discovered ??= client.discovery(new URL(issuer), 'web', secret, undefined, {
      execute: [client.allowInsecureRequests],
    }))
  const waiting = new Map<string, string>()

  class Accounts {
    @Get('/login')
    @Public()
    async login() {
      const verifier = client.randomPKCECodeVerifier()
      const state = client.randomState()
      waiting.set(state, verifier)
      const address = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: callback,
        scope: 'openid',
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return Reply.redirect(address.href)
    }

    @Get('/callback')
    @Public()
    async callback(
      current: Session,
      @Query() code: string,
      @Query() state: string,
      @Query() iss: string,
    ) {
      const pkceCodeVerifier = waiting.get(state)
      if (pkceCodeVerifier === undefined)
        return Reply.json('The state is unknown.', { status: 400 })
      const address = new URL(`${callback}?${new URLSearchParams({ code, state, iss })}`)
      const tokens = await client.authorizationCodeGrant(await configuration(), address, {
        pkceCodeVerifier,
        expectedState: state,
      })
      current.signIn(new Principal({ id: tokens.claims()?.sub ?? '', issuer: issuer }))
      return Reply.redirect('/me')
    }

    @Get('/me')
    me(caller: Principal) {
      return { id: caller.id, issuer: caller.issuer }
    }

    @Post('/logout')
    logout(current: Session) {
      current.signOut()
    }
  }

  return serveApplication(port, [Accounts], { visitor: session({ loginPath: '/login' }) })
}

async function serveApplication(
  port: number,
  types: readonly (new () => object)[],
  schemes: Schemes,
): Promise<Served> {
  const base = `http://127.0.0.1:${port}`
  const config = Config.of({ FW_PUBLIC_URL: base })
  const logger = new Silent()
  const container = new Container()
    .instance(Config, config)
    .instance(Logger, logger)
    .instance(SessionStore, new MemorySessions())
    .instance(Authentication, new Authentication({ schemes }))
    .boot()
  const router = new Router()
  const tools = new McpRegistry()
  for (const type of types) {
    router.register(type)
    tools.register(type)
  }
  const info = { name: 'orders', version: '1' }
  const mcp = new McpServer(tools, new McpDispatcher(container, router), { info, logger })
  const kernel = new Kernel(container, router, { mcp, root: import.meta.dirname })
  const { close } = await serve(kernel, { port, host: '127.0.0.1', shutdownTimeout: 0 })
  return { base, [Symbol.asyncDispose]: async () => void (await close()) }
}

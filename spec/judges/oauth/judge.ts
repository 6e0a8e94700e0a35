import type { CaseList, Judge } from '../judge.ts'
import { freePort } from '../../../packages/core/test/support/free-port.ts'
import { serveIntrospecting, serveResource, serveWeb } from './application.ts'
import { checkAgent } from './agent.ts'
import { checkBearer } from './bearer.ts'
import { checkDpop } from './dpop.ts'
import { checkIntrospection } from './introspection.ts'
import { startProvider } from './provider.ts'
import { checkSignIn } from './sign-in.ts'

export const judge: Judge = {
  name: 'oauth',
  source:
    'RFC 6749, 6750, 7636, 7662, 8414, 9449 and 9728 between [oidc-provider](https://github.com/panva/node-oidc-provider) and [openid-client](https://github.com/panva/openid-client), both certified by the OpenID Foundation',
  isQuick: true,
  async run(cases) {
    const { warn, info } = console
    // The provider reports that it is not set up for production.
    console.warn = console.info = () => {}
    try {
      await runAll(cases)
    } finally {
      Object.assign(console, { warn, info })
    }
  },
}

async function runAll(cases: CaseList): Promise<void> {
  const webPort = await freePort()
  const webBase = `http://127.0.0.1:${webPort}`
  await using provider = await startProvider(`${webBase}/callback`)
  const { issuer } = provider
  await using resource = await serveResource(issuer)
  await using introspecting = await serveIntrospecting(issuer)
  await using web = await serveWeb(webPort, issuer)
  await checkAgent(cases, issuer, resource.base)
  await checkBearer(cases, issuer, resource.base)
  await checkDpop(cases, issuer, resource.base)
  await checkIntrospection(cases, issuer, introspecting.base)
  await checkSignIn(cases, issuer, web.base)
}

import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { jwt } from '@fw/auth'
import {
  Authentication,
  Config,
  Container,
  Get,
  Kernel,
  Logger,
  Router,
  type Principal,
} from '@fw/core'
import { serve } from '@fw/core/node'
import type { CaseList } from '../judge.ts'
import { claimCases } from './claims.ts'
import { headerCases } from './headers.ts'
import { KeySets } from './issuer.ts'
import { keySetCases, keySets } from './key-sets.ts'
import { signatureCases } from './signatures.ts'
import { spellingCases } from './spellings.ts'
import { audience, now } from './token.ts'

class Callers {
  @Get('/caller')
  show(caller: Principal) {
    return caller.id
  }
}

class Silent extends Logger {
  debug() {}
  info() {}
  warn() {}
  error() {}
}

/** Sends every token to an application that verifies tokens with `jwt`. */
export async function checkTokens(cases: CaseList): Promise<void> {
  await using issuer = await KeySets.start(keySets)
  const { port, close } = await serve(application(issuer), { port: 0, host: '127.0.0.1' })
  // However long all cases take, a token that expires soon has not expired.
  mock.timers.enable({ apis: ['Date'], now: now * 1000 })
  try {
    await check(cases, `http://127.0.0.1:${port}/caller`)
  } finally {
    mock.timers.reset()
    await close()
  }
}

function application(issuer: KeySets): Kernel {
  const user = jwt({
    issuers: (iss) => {
      const jwksUri = issuer.addressOf(iss)
      return jwksUri === undefined ? undefined : { issuer: iss, audience, jwksUri }
    },
  })
  const container = new Container().instance(Config, Config.of({})).instance(Logger, new Silent())
  container.instance(Authentication, new Authentication({ schemes: { user } })).boot()
  const router = new Router()
  router.register(Callers)
  return new Kernel(container, router)
}

/** Each token is sent twice, as signatures that were found to be right are remembered. */
async function check(cases: CaseList, address: string): Promise<void> {
  const all = [headerCases, claimCases, spellingCases, signatureCases, keySetCases].flat()
  for (const { name, isAccepted, token, statuses = [401] } of all) {
    await cases.check(name, async () => {
      const headers = { authorization: `Bearer ${token()}` }
      for (const time of ['first', 'second']) {
        const response = await fetch(address, { headers })
        const body = await response.text()
        const expected = isAccepted ? [200] : statuses
        assert.ok(
          expected.includes(response.status),
          `${response.status} the ${time} time: ${body}`,
        )
        if (response.status !== 401) continue
        const challenge = response.headers.get('www-authenticate') ?? ''
        assert.match(challenge, /^Bearer .*error="invalid_token"/u)
      }
    })
  }
}

import { apiKey, jwt } from '@fw/auth'
import {
  Authenticated,
  Authentication,
  Container,
  Get,
  Kernel,
  Principal,
  Public,
  Router,
} from '@fw/core'
import { serve } from '@fw/core/node'
import { address, audience, caller, credentials, issuer } from '../credentials.ts'

const { keyHash: hash, keyId, keySet: keys } = credentials
const stored = new Map([[keyId, { hash, principal: new Principal({ id: caller }) }]])

class Hello {
  @Get('/public')
  @Public()
  open() {
    return { message: 'Hello, World!' }
  }

  @Get('/key')
  @Authenticated('key')
  key(user: Principal) {
    return { id: user.id }
  }

  @Get('/es256')
  @Authenticated('token')
  es256(user: Principal) {
    return { id: user.id }
  }

  @Get('/rs256')
  @Authenticated('token')
  rs256(user: Principal) {
    return { id: user.id }
  }
}

const authentication = new Authentication({
  schemes: {
    key: apiKey({ find: (id) => stored.get(id) ?? null }),
    token: jwt({ issuer, audience, keys }),
  },
})
const container = new Container().instance(Authentication, authentication).boot()
await serve(new Kernel(container, new Router().register(Hello)), address)

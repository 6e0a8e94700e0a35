import {
  Authentication,
  Config,
  Container,
  Kernel,
  Principal,
  Router,
} from '@fw/core'
import { actingAs } from '@fw/core/testing'
import { TestIssuer } from '@fw/auth/testing'
import { Orders } from './provider.ts'

const issuer = new TestIssuer()
const router = new Router()
router.register(Orders)
const container = new Container()
  .instance(Config, Config.of({}))
  .instance(
    Authentication,
    new Authentication({ schemes: { user: issuer.scheme() } }),
  )
const kernel = new Kernel(container.boot(), router)

// The whole way: a token is signed, sent and verified.
const token = await issuer.token({ sub: 'ada', scope: 'orders:read' })
const headers = { authorization: `Bearer ${token}` }
export const answer = await kernel.fetch(
  new Request('http://localhost/orders', { headers }),
)

// Or without a principal: requirements are checked, and no scheme runs.
const request = new Request('http://localhost/orders')
const bob = new Principal({ id: 'bob', scopes: ['orders:read'] })
export const short = await kernel.fetch(actingAs(request, bob))

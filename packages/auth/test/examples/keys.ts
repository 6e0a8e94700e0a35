import { apiKey, ApiKeys, type StoredApiKey } from '@fw/auth'
import {
  Authentication,
  Config,
  Container,
  Get,
  Kernel,
  Principal,
  Router,
} from '@fw/core'

class Orders {
  @Get('/orders')
  list(caller: Principal): string[] {
    return [`A teapot for ${caller.id}`]
  }
}

const { key, id, hash } = ApiKeys.create('shop')
const ada = new Principal({ id: 'ada' })
const stored = new Map<string, StoredApiKey>([
  [id, { hash, principal: ada }],
])

const scheme = apiKey({ find: (known) => stored.get(known) ?? null })
const container = new Container()
  .instance(Config, Config.of({}))
  .instance(
    Authentication,
    new Authentication({ schemes: { key: scheme } }),
  )
const kernel = new Kernel(
  container.boot(),
  new Router().register(Orders),
)

for (const sent of [key, ApiKeys.create('shop').key]) {
  const headers = { authorization: `Bearer ${sent}` }
  const response = await kernel.fetch(
    new Request('http://localhost/orders', { headers }),
  )
  console.log(response.status, await response.text())
}

import { assert, asyncProperty, constantFrom, uniqueArray } from 'fast-check'
import {
  Application,
  Container,
  Get,
  HttpRequest,
  Kernel,
  Router,
  Stage,
  Use,
  type Class,
  type Middleware,
  type Next,
  type StageName,
} from 'fw'
import { expect, test } from 'vitest'

const stages = ['observe', 'respond', 'admit', 'authenticate', 'handle'] as const
const ran: string[] = []

/** Five middleware of each stage. */
const all = stages.flatMap((stage) => Array.from({ length: 5 }, (_, index) => create(stage, index)))

function create(stage: StageName, index: number): Class<Middleware> {
  class Traced implements Middleware {
    handle(_request: HttpRequest, next: Next) {
      ran.push(`${stage}${index}`)
      return next()
    }
  }
  Object.defineProperty(Traced, 'name', { value: `${stage}${index}` })
  Stage(stage)(Traced)
  return Traced
}

const some = uniqueArray(constantFrom(...all), { maxLength: 8 })

test('a chain runs in the order in which it is printed', async () => {
  await assert(
    asyncProperty(some, some, some, async (wide, middle, near) => {
      class App {}
      Application()(App)
      class Page {
        @Get('/page')
        page() {
          return 'page'
        }
      }
      if (wide.length > 0) Use(...wide)(App)
      if (middle.length > 0) Use(...middle)(Page)
      if (near.length > 0) Use(...near)(Page.prototype, 'page')
      const router = new Router().register(App).register(Page)
      const kernel = new Kernel(new Container(), router)
      for (const path of ['/page', '/nowhere', '/openapi.json']) {
        ran.length = 0
        await kernel.fetch(new Request(`http://localhost${path}`))
        const printed = kernel.chains.find(
          ({ target }) => target.path === (path === '/nowhere' ? undefined : path),
        )
        expect(printed?.links.map(({ type }) => type.name)).toEqual(ran)
      }
    }),
    { numRuns: 60 },
  )
})

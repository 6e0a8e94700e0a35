import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  record,
  sample,
  uniqueArray,
  type Arbitrary,
} from 'fast-check'
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
} from '@fw/core'
import { expect, test } from 'vitest'
import { FwProcess, runFw } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

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
        expect(printed?.middleware.map(({ type }) => type.name)).toEqual(ran)
      }
    }),
    { numRuns: 60 },
  )
})

/** The names of some middleware of an application whose source is written. */
const names = stages.flatMap((stage) => [0, 1, 2].map((index) => `${stage}${index}`))
const used = uniqueArray(constantFrom(...names), { maxLength: 4 })

interface Levels {
  readonly parent: readonly string[]
  readonly own: readonly string[]
  readonly methods: readonly (readonly string[])[]
  /** True if the first method removes the middleware of its class. */
  readonly isWithout: boolean
}

const levels: Arbitrary<Levels> = record({
  parent: used,
  own: used,
  methods: array(used, { minLength: 1, maxLength: 3 }),
  isWithout: constantFrom(true, false),
})

const marked = (attribute: string, list: readonly string[]) =>
  list.length > 0 ? `@${attribute}(${list.join(', ')})` : ''

function sourceOf(wide: readonly string[], classes: readonly Levels[]): string {
  const middleware = names.map(
    (name) => `
@Stage('${name.slice(0, -1)}')
export class ${name} implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    return next((reply) => reply.withHeader('x-ran', '${name}'))
  }
}`,
  )
  const pages = classes.map(({ parent, own, methods, isWithout }, index) => {
    const routes = methods.map(
      (near, at) => `
  ${marked('Use', near)} ${at === 0 && isWithout ? marked('Without', own) : ''}
  @Get('/page${index}/${at}')
  page${at}() { return 'page' }`,
    )
    return `
${marked('Use', parent)}
abstract class Base${index} {}
${marked('Use', own)}
export class Page${index} extends Base${index} {${routes.join('\n')}
}`
  })
  return `import { Application, Get, Stage, Use, Without, type HttpRequest, type Middleware, type Next } from '@fw/core'
${middleware.join('\n')}
@Application() ${marked('Use', wide)}
export class App {}
${pages.join('\n')}
`
}

/** The middleware of each route, as `fw routes --chain` prints it. */
function printedChains(text: string): ReadonlyMap<string, readonly string[]> {
  const chains = new Map<string, string[]>()
  let chain: string[] = []
  for (const line of text.split('\n')) {
    const path = /^GET +(\/page\S+)/.exec(line)?.[1]
    if (path !== undefined) chains.set(path, (chain = []))
    else if (/^\S/.test(line)) chain = []
    const name = /(?:^| )(?:observe|respond|admit|authenticate|handle) +(\w+)/.exec(line)?.[1]
    if (name !== undefined) chain.push(name)
  }
  return chains
}

test('a server runs what fw routes --chain prints', async () => {
  const classes = sample(levels, 12)
  const source = sourceOf(sample(used, 1)[0] ?? [], classes)
  const folder = temporaryApplication({
    'package.json': '{ "type": "module" }',
    'src/app.ts': source,
  })
  const printed = await runFw(folder, ['routes', '--chain'])
  const chains = printedChains(printed.stdout)
  expect(chains.size, printed.stderr + source).toBe(
    classes.reduce((sum, { methods }) => sum + methods.length, 0),
  )
  const server = new FwProcess(folder, ['serve', '--port', '0'])
  const [, base = ''] = await server.printed(/Listening on (http:\S+)/, 60)
  for (const [path, chain] of chains) {
    const answer = await fetch(base + path)
    const around = answer.headers.get('x-ran')?.split(', ').toReversed() ?? []
    expect({ path, around }, source).toEqual({ path, around: chain })
  }
})

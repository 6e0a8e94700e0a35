import {
  Allows,
  AnyScope,
  Authenticated,
  Config,
  Get,
  Post,
  Principal,
  Public,
  Roles,
  Scopes,
  attribute,
  type Container,
  type OperationAttribute,
  type Policy,
} from '@fw/core'
import { expect, test } from 'vitest'
import { openChromium, needsChromium } from '../../support/chromium.ts'
import { startServer } from '../../http/serving.ts'
import {
  bearer,
  guardedKernel,
  TokenTable,
  startKernel,
  User,
  type GuardedOptions,
} from './guarded.ts'

class Odd implements Policy {
  allows(_caller: Principal, id: string) {
    return id === '1'
  }
}

class Orders {
  @Get('/public')
  @Public()
  open() {}

  @Get('/optional')
  @Public()
  optional(caller: Principal | null) {
    return caller?.id ?? ''
  }

  @Get('/somebody')
  somebody(caller: Principal) {
    return caller.id
  }

  @Get('/user')
  user(caller: User) {
    return caller.id
  }

  @Get('/scopes')
  @Scopes('a', 'b')
  @AnyScope('c', 'd')
  scopes() {}

  @Get('/roles')
  @Authenticated('user')
  @Roles('admin')
  roles() {}

  @Get('/policy/{id}')
  @Allows(Odd)
  policy(id: string) {
    return id
  }

  @Get('/hidden/{id}')
  @Allows(Odd, { hidden: true })
  hidden(id: string) {
    return id
  }

  @Post('/change')
  @Authenticated('visitor')
  change() {}
}

const schemes = {
  user: bearer({ ada: { id: 'ada' } }),
  key: new TokenTable({ header: 'X-Key' }, {}),
  visitor: new TokenTable({ cookie: 'session' }, {}),
}

interface Shown {
  readonly security?: unknown
  readonly components: { readonly securitySchemes: unknown }
  readonly paths: Record<
    string,
    Record<string, { readonly security: unknown; readonly responses: object }>
  >
}

async function shown(): Promise<Shown> {
  const { kernel } = guardedKernel([Orders], { schemes, exposeOpenApi: 'public' })
  const send = await startKernel(kernel)
  return (await (await send('/openapi.json')).json()) as Shown
}

test('the configuration makes the document public, or removes it', async () => {
  const statusOf = async (setting: string, options: GuardedOptions = {}) => {
    const prepare = (container: Container) =>
      void container.instance(Config, Config.of({ FW_OPENAPI: setting }))
    const { kernel } = guardedKernel([Orders], { schemes, prepare, ...options })
    return (await kernel.fetch(new Request('http://localhost/openapi.json'))).status
  }
  expect(await statusOf('true')).toBe(401)
  expect(await statusOf('false')).toBe(404)
  expect(await statusOf('public')).toBe(200)
  expect(await statusOf('public', { exposeOpenApi: false })).toBe(404)
  expect(await statusOf('false', { exposeOpenApi: true })).toBe(401)
  await expect(statusOf('on')).rejects.toThrow('FW_OPENAPI')
})

test('each operation documents who may call it, and the document describes the schemes', async () => {
  const document = await shown()
  expect(document.security).toBeUndefined()
  expect(document.components.securitySchemes).toEqual({
    user: { type: 'http', scheme: 'bearer' },
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    visitor: { type: 'apiKey', in: 'cookie', name: 'session' },
  })
  const any = (scopes: string[]) => [{ user: scopes }, { key: scopes }, { visitor: scopes }]
  const refusals = (path: string) => {
    const [operation] = Object.values(document.paths[path] ?? {})
    const statuses = Object.keys(operation?.responses ?? {})
    return [
      operation?.security,
      statuses.filter((status) => ['401', '403', '404'].includes(status)),
    ]
  }
  expect(refusals('/public')).toEqual([[], []])
  expect(refusals('/optional')).toEqual([[{}, ...any([])], ['401']])
  expect(refusals('/somebody')).toEqual([any([]), ['401']])
  expect(refusals('/user')).toEqual([any([]), ['401', '403']])
  expect(refusals('/scopes')).toEqual([any(['a', 'b', 'c']), ['401', '403']])
  expect(refusals('/roles')).toEqual([[{ user: [] }], ['401', '403']])
  expect(refusals('/policy/{id}')).toEqual([any([]), ['401', '403']])
  expect(refusals('/hidden/{id}')).toEqual([any([]), ['401', '404']])
  expect(refusals('/change')).toEqual([[{ visitor: [] }], ['401', '403']])
})

test('manual security next to an Authentication is an error at boot', () => {
  class ByHandAttribute implements OperationAttribute {
    openApi() {
      return { security: [{ bearer: [] }] }
    }
  }
  const ByHand = attribute(ByHandAttribute)
  class Written {
    @Get('/written')
    @ByHand()
    written() {}
  }
  expect(() => guardedKernel([Written])).toThrow(
    /^Written\.written \(.*\) declares security manually, but Authentication declares it for every operation\. Remove it\.$/u,
  )
})

/** Every location of a credential that the document publishes, and what a user writes into its form. */
const forms = [
  ['bearer', bearer({ ada: { id: 'ada' } }), 'ada'],
  ['header', new TokenTable({ header: 'X-Key' }, { ada: { id: 'ada' } }), 'ada'],
  ['prefix', new TokenTable({ authorization: 'Token' }, { ada: { id: 'ada' } }), 'Token ada'],
  [
    'prefixes',
    new TokenTable({ authorization: ['Token', 'Bearer'] }, { ada: { id: 'ada' } }),
    'ada',
  ],
  ['cookie', new TokenTable({ cookie: 'session' }, { ada: { id: 'ada' } }), 'ada'],
] as const

test.for(forms)(
  '"Authorize" in /docs sends the credential with what is tried out: %s',
  async ([, scheme, credential], context) => {
    needsChromium(context)
    const { kernel } = guardedKernel([Orders], {
      schemes: { user: scheme, visitor: new TokenTable({ cookie: 'visit' }, {}) },
      exposeOpenApi: 'public',
    })
    const port = await startServer(kernel)
    const page = await (await openChromium()).newPage()
    await page.goto(`http://127.0.0.1:${port}/docs`)
    const send = async () => {
      const answered = page.waitForResponse((response) => response.url().endsWith('/somebody'))
      await operation.locator('button.execute').click()
      return (await answered).status()
    }
    const operation = page.locator('.opblock', { hasText: '/somebody' })
    await operation.locator('.opblock-summary-control').click()
    expect(await send()).toBe(401)
    await page.locator('button.authorize').first().click()
    const form = page.locator('.auth-container', { hasText: 'user' })
    await form.locator('input').fill(credential)
    await form.getByRole('button', { name: 'Apply credentials' }).click()
    await page.locator('.modal-ux .close-modal').click()
    expect(await send()).toBe(200)
    await page.locator('button.authorize').first().click()
    await form.getByRole('button', { name: 'Remove authorization' }).click()
    await page.locator('.modal-ux .close-modal').click()
    expect(await send()).toBe(401)
  },
)

test('a custom scheme of Authorization is documented as an API key', async () => {
  const only = guardedKernel([], {
    schemes: { user: new TokenTable({ authorization: 'Token' }, {}) },
    exposeOpenApi: 'public',
  })
  const send = await startKernel(only.kernel)
  const document = (await (await send('/openapi.json')).json()) as Shown
  expect(document.components.securitySchemes).toEqual({
    user: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: 'The value begins with "Token ".',
    },
  })
})

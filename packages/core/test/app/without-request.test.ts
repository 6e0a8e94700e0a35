import { createApp } from '../../src/app.ts'
import { expect, test } from 'vitest'
import { runFw } from '../support/fw-process.ts'
import { importableApplication } from '../support/temporary-application.ts'

const tenant = `
import { Application, Get, HttpRequest, Provides, Use, type Middleware, type Next } from '@fw/core'

export class Tenant {
  constructor(readonly name: string) {}
}

@Provides(Tenant)
export class Tenancy implements Middleware {
  handle(request: HttpRequest, next: Next) {
    request.provide(Tenant, new Tenant('acme'))
    return next()
  }
}

export class Books {
  constructor(readonly tenant: Tenant) {}
}

@Application()
@Use(Tenancy)
export class Shop {
  @Get('/') show(tenant: Tenant): string { return tenant.name }
}
`

const imports = `
import { Command, HealthCheck, HttpRequest, Listener, Schedule } from '@fw/core'
import type { Job } from '@fw/queue'
import { Books, Tenant } from './tenant.ts'
export class Sold {}
export const used = [Command, HealthCheck, HttpRequest, Listener, Schedule, Books, Tenant]
`

/** Each kind of code that no request calls, and what it needs. */
const kinds: readonly (readonly [string, string, string])[] = [
  ['Send.handle', 'Tenant', 'class Send implements Job { handle(tenant: Tenant) {} }'],
  ['Send.handle', 'Tenant', 'class Send implements Job { handle(books: Books) {} }'],
  ['Send.handle', 'HttpRequest', 'class Send implements Job { handle(request: HttpRequest) {} }'],
  [
    'Send.failed',
    'Tenant',
    'class Send implements Job { handle() {} failed(error: unknown, tenant: Tenant) {} }',
  ],
  [
    'Mails',
    'Tenant',
    'class Mails { constructor(readonly tenant: Tenant) {} @Listener() on(event: Sold) {} }',
  ],
  [
    'Mails',
    'Request',
    'class Mails { constructor(readonly request: Request) {} @Listener() on(event: Sold) {} }',
  ],
  [
    'Report.run',
    'Tenant',
    "class Report { constructor(readonly books: Books) {} @Command('report') run() {} }",
  ],
  ['Report.tick', 'Tenant', "class Report { @Schedule('1h') tick(tenant: Tenant) {} }"],
  [
    'Report.tick',
    'Tenant',
    "class Report { constructor(readonly books: Books) {} @Schedule('1h') tick() {} }",
  ],
  ['Probe.check', 'Tenant', "class Probe { @HealthCheck('books') check(books: Books) {} }"],
]

const application = (declaration: string) =>
  importableApplication({
    'package.json': '{ "type": "module" }',
    '.env': 'QUEUE=memory\n',
    'src/tenant.ts': tenant,
    'src/local.ts': `${imports}export ${declaration}\n`,
  })

test.each(kinds)('%s cannot use a request-scoped %s: %s', async (owner, token, declaration) => {
  // A missing `Request` is never null.
  const alternative = token === 'Request' ? '' : `, or declare "${token} \\| null"`
  const error: unknown = await createApp(application(declaration)).catch((cause: unknown) => cause)
  expect(String(error)).toMatch(
    new RegExp(
      `^NeedsRequest: ${owner} \\(.*local\\.ts:\\d+:\\d+\\): it needs ${token}, which exists only during a request, ` +
        `but it runs outside of requests\\. Pass it the data that it needs${alternative}\\.$`,
      'u',
    ),
  )
})

test.each([
  'class Send implements Job { handle(tenant: Tenant | null) {} }',
  'class Mails { constructor(readonly tenant?: Tenant) {} @Listener() on(event: Sold) {} }',
  "class Report { constructor(readonly tenant: Tenant | null) {} @Command('report') run() {} }",
])('an optional dependency is not required: %s', async (declaration) => {
  const app = await createApp(application(declaration))
  expect(await (await app.kernel.fetch(new Request('http://localhost/'))).json()).toBe('acme')
})

test('fw check finds each of them', async () => {
  const root = application(
    kinds
      .map(([, , declaration], at) => declaration.replace(/^class (\w+)/u, `class $1${at}`))
      .map((declaration, at) => declaration.replace(/'(report|books)'/u, `'$1${at}'`))
      .join('\nexport '),
  )
  const { stdout } = await runFw(root, ['check', '--format', 'json'])
  const findings = JSON.parse(stdout) as readonly { readonly code: string; readonly line: number }[]
  const first = imports.split('\n').length
  expect(findings.map(({ code, line }) => [code, line])).toEqual(
    kinds.map((_, index) => ['NeedsRequest', first + index]),
  )
})

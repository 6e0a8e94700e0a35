import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runFw } from '../support/fw-process.ts'
import { temporaryApplication } from '../support/temporary-application.ts'

const packageJson =
  '{ "name": "shop", "version": "1.0.0", "type": "module", "dependencies": { "@fw/core": "*" } }'

const orders = `import { Authentication, Authenticated, Get, Principal, Scheme, Use, type HttpRequest, type Middleware, type Next } from '@fw/core'

export abstract class Orders { abstract all(): string[] }

export class Host { constructor(readonly name: string) {} }

/** Would open a connection. */
export class Audit implements Middleware {
  static prepare(): undefined { throw new Error('prepared') }
  constructor(readonly orders: Orders) { throw new Error('built') }
  handle(_request: HttpRequest, next: Next) { return next() }
}

class Key extends Scheme {
  reads = { header: 'x-key' }
  attach() { throw new Error('attached') }
  authenticate(): Principal { throw new Error('asked') }
  openApi() { return { type: 'apiKey', in: 'header', name: 'x-key' } }
}

export class Callers extends Authentication {
  static override schemes() { return { key: new Key() } }
}

@Use(Audit)
export class OrderController {
  constructor(readonly orders: Orders, readonly host: Host) { throw new Error('built') }

  @Get('/orders')
  @Authenticated()
  list(caller: Principal): string[] { return [caller.id, ...this.orders.all()] }
}
`

const bootstrap = `throw new Error('bootstrapped')
export default () => {}
`

function shop(files: Readonly<Record<string, string>> = {}): string {
  return temporaryApplication({
    'package.json': packageJson,
    'src/orders.ts': orders,
    'src/bootstrap.ts': bootstrap,
    ...files,
  })
}

test('fw routes needs no bootstrap, no services and no middleware instances', async () => {
  expect(await runFw(shop(), ['routes'])).toEqual({
    code: 0,
    stdout: 'GET  /orders  OrderController.list  authenticated by key\n',
    stderr: '',
  })
})

test('fw openapi describes the required access without them', async () => {
  const { code, stdout, stderr } = await runFw(shop(), ['openapi'])

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({
    paths: { '/orders': { get: { security: [{ key: [] }], responses: { 401: {} } } } },
    components: { securitySchemes: { key: { type: 'apiKey' } } },
  })
})

test('fw routes --chain shows middleware that could not be instantiated here', async () => {
  const { code, stdout } = await runFw(shop(), ['routes', '--chain'])

  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^GET +\/orders +authenticate +AccessGate +Authentication\n +handle +Audit/m,
  )
})

test('a build has the same description, without its sources', async () => {
  const root = shop()
  const fromSource = await runFw(root, ['openapi'])

  const built = await runFw(root, ['build', '--skip-boot'])
  rmSync(join(root, 'src'), { recursive: true })
  const fromOutput = await runFw(root, ['openapi'], { NODE_ENV: 'production' })

  expect(built).toMatchObject({ code: 0, stderr: '' })
  expect(fromOutput).toEqual(fromSource)
})

test('a connection that a job queue would open is not opened', async () => {
  const root = shop({
    'src/mail.ts': `import type { Job } from '@fw/queue'
export class Mail implements Job { handle() {} }
`,
    '.env': 'QUEUE_CONNECTION=redis\nREDIS_URL=redis://127.0.0.1:1\n',
  })

  expect(await runFw(root, ['routes'])).toMatchObject({ code: 0, stderr: '' })
})

test('fw openapi reports a route that cannot be bound, as boot does', async () => {
  const root = shop({
    'src/broken.ts': `import { Get } from '@fw/core'
export class Broken { @Get('/broken') show(id: number) { return id } }
`,
  })

  const { code, stdout, stderr } = await runFw(root, ['openapi'])

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('UnresolvableParameter: Broken.show: parameter "id"')
})

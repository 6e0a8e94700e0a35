import { describe, expect, test } from 'vitest'
import { runFw } from '../fw-process.ts'
import { temporaryApplication } from '../temporary-application.ts'
import { verifies } from '../../../../spec/verifies.ts'

const controllers = `import { Command, Delete, Get, Post, type int } from 'fw'
export class Orders {
  @Get('/orders') list() { return [] }
  @Post('/orders', { status: 201 }) create() { return {} }
  @Delete('/orders/{id}') remove(id: int) { return id }
}
class Database {
  close() { console.log('database closed') }
}
export class Maintenance {
  constructor(private readonly database: Database) {}
  /** Tidies up. */
  @Command('orders:tidy') tidy(days: int) {
    console.log('tidied', days, this.database.constructor.name)
    return 3
  }
}
`

const application = (files: Readonly<Record<string, string>> = {}) =>
  temporaryApplication({
    'package.json': '{ "name": "orders", "type": "module" }',
    'src/orders.ts': controllers,
    ...files,
  })

describe('fw', () => {
  test.each(['20.20.2', '22.17.1'])('says which Node it needs on %s', async (version) => {
    const versions = JSON.stringify({ ...process.versions, node: version })
    const program = `Object.defineProperty(process, 'versions', { value: ${versions} })`
    const NODE_OPTIONS = `--import="data:text/javascript,${encodeURIComponent(program)}"`

    expect(await runFw(application(), ['routes'], { NODE_OPTIONS })).toEqual({
      code: 1,
      stdout: '',
      stderr: `fw needs Node 22.18 or later. This is Node ${version}.\n`,
    })
  })

  verifies(
    ['console.list', 'console.discovery', 'console.built-in'],
    'alone lists the commands of the application and its own',
    async () => {
      const { code, stdout } = await runFw(application(), [])

      expect(code).toBe(0)
      expect(stdout).toMatch(/^Usage: fw \[--production\] <command> \[arguments\]\n\nCommands:\n/)
      for (const own of ['dev', 'serve', 'build', 'routes', 'openapi', 'mcp:serve']) {
        expect(stdout).toMatch(new RegExp(`^ {2}${own} +\\w`, 'm'))
      }
      expect(stdout).toMatch(/^ {2}orders:tidy +Tidies up\.$/m)
      expect(stdout).toMatch(/^ {2}routes +List the routes of the application\.$/m)
      expect(stdout).toMatch(/^ {2}serve +Serve the application over HTTP\.$/m)
    },
  )

  verifies(
    ['console.command', 'console.exit-code'],
    'runs a command, ends what it built, and exits with its code',
    async () => {
      expect(await runFw(application(), ['orders:tidy', '30'])).toEqual({
        code: 3,
        stderr: '',
        stdout: 'tidied 30 Database\ndatabase closed\n',
      })
    },
  )

  test('exits with 2 for wrong arguments', async () => {
    expect(await runFw(application(), ['orders:tidy', 'many'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^orders:tidy: <days>: must be an integer\.\n\nUsage: /),
    })
  })

  verifies('console.routes', 'routes prints an aligned table', async () => {
    expect(await runFw(application(), ['routes'])).toEqual({
      code: 0,
      stderr: '',
      stdout: `GET     /orders       Orders.list
POST    /orders       Orders.create
DELETE  /orders/{id}  Orders.remove
`,
    })
  })

  test('routes --chain prints what stands around each, in its order', async () => {
    const source = `import { Application, type HttpRequest, type Middleware, type Next, Stage, Use } from 'fw'
export class Audit implements Middleware {
  handle(_request: HttpRequest, next: Next) {
    return next()
  }
}

@Stage('observe')
export class Timing extends Audit {}

@Application()
@Use(Audit, Timing)
export class Shop {}
`
    const { code, stdout } = await runFw(application({ 'src/shop.ts': source }), [
      'routes',
      '--chain',
    ])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^any +\/docs +observe +Timing +Shop\n +handle +Audit +Shop$/m)
    expect(stdout).toMatch(/^ +\(no route\) +observe +Timing +Shop$/m)
    expect(stdout).toMatch(/^POST +\/orders +observe +Timing +Shop\n +handle +Audit +Shop$/m)
  })

  test('prints what is wrong with an application that cannot boot, and exits with 1', async () => {
    const root = application({
      'src/reports.ts': `import { Get } from 'fw'
abstract class Clock { abstract now(): Date }
export class Reports {
  constructor(readonly clock: Clock) {}
  @Get('/reports') list() { return this.clock.now() }
}
`,
    })

    expect(await runFw(root, ['serve'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `UnresolvableDependency: Cannot build Reports: Clock is abstract, and nothing is registered for it.
  Reports
  └─ clock: Clock (src/reports.ts:4:24)
Register what extends it in src/bootstrap.ts: container.bind(Clock, (c) => …).
`,
    })
  })

  test('prints the import of a name that does not exist with its place alone', async () => {
    const unknown = `import { Get, Lenght } from 'fw'
export class Unknown { @Get('/') get(@Lenght(1) text: string) { return text } }
`
    const root = application({ 'src/unknown.ts': unknown })

    expect(await runFw(root, ['routes'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^\S*src\/unknown\.ts:1\nimport .+\n +\^+\nSyntaxError: .+ 'fw' does not provide an export named 'Lenght'\n$/,
      ),
    })
  })

  test('prints a syntax error with its place', async () => {
    const root = application({ 'src/broken.ts': '@Get("/") export class {\n  oops(\n}\n' })

    expect(await runFw(root, ['routes'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^SourceSyntaxError: \S*src\/broken\.ts:\d:\d: .+\n(?:\d \| .*\n)+ +\^\n$/,
      ),
    })
  })
})

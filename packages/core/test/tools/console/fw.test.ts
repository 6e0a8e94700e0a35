import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runFw, type FwProcess } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'
import { shown, terminalProcess } from '../../support/terminal-process.ts'

const manifest = new URL('../../../package.json', import.meta.url)

const controllers = `import { Command, Delete, Get, Post, type int } from '@fw/core'
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
  test.each(['20.20.2', '22.17.1'])('names the Node release it needs on %s', async (version) => {
    const versions = JSON.stringify({ ...process.versions, node: version })
    const program = `Object.defineProperty(process, 'versions', { value: ${versions} })`
    const NODE_OPTIONS = `--import="data:text/javascript,${encodeURIComponent(program)}"`

    expect(await runFw(application(), ['routes'], { NODE_OPTIONS })).toEqual({
      code: 1,
      stdout: '',
      stderr: `fw needs Node 22.18 or later. This is Node ${version}.\n`,
    })
  })

  test('without a command lists those of the application and its own', async () => {
    const { code, stdout } = await runFw(application(), [])

    expect(code).toBe(0)
    expect(stdout).toMatch(/^Usage: fw \[--production\] <command> \[arguments\]\n\nCommands:\n/)
    for (const own of ['dev', 'serve', 'build', 'routes', 'openapi', 'mcp:serve']) {
      expect(stdout).toMatch(new RegExp(`^ {2}${own} +\\w`, 'm'))
    }
    expect(stdout).toMatch(/^ {2}orders:tidy +Tidies up\.$/m)
    expect(stdout).toMatch(/^ {2}routes +List the routes of the application\.$/m)
    expect(stdout).toMatch(/^ {2}serve +Serve the application over HTTP\.$/m)
  })

  test('groups the listed commands by their first word', async () => {
    const { stdout } = await runFw(application(), ['help'])

    expect(stdout).toMatch(/\n\nmcp:\n {2}mcp:dev .*\n {2}mcp:serve .*\n\n/)
    expect(stdout).toMatch(/\n\norders:\n {2}orders:tidy .*\n\n/)
  })

  test('lists its own commands for an application that does not start, and the reason', async () => {
    const bootstrap = 'export default () => { throw new Error("No DB_NAME.") }'

    const { code, stdout, stderr } = await runFw(application({ 'src/bootstrap.ts': bootstrap }), [])

    expect(code).toBe(1)
    expect(stdout).toMatch(/^ {2}serve +Serve the application over HTTP\.$/m)
    expect(stdout).not.toContain('orders:tidy')
    expect(stderr).toMatch(
      /^\nThe application does not start, so its own commands are not listed\.\nError: No DB_NAME\.\n/,
    )
  })

  test.each(['--version', '-v'])(
    'prints its release and that of the runtime for %s',
    async (flag) => {
      const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
      expect(await runFw(application(), [flag])).toEqual({
        code: 0,
        stdout: `fw ${version}, Node ${process.versions.node}\n`,
        stderr: '',
      })
    },
  )

  test('explains a command with help as with --help', async () => {
    const root = application()
    const [byWord, byFlag, unknown] = await Promise.all([
      runFw(root, ['help', 'routes']),
      runFw(root, ['routes', '--help']),
      runFw(root, ['help', 'rotes']),
    ])
    expect(byWord).toEqual(byFlag)
    expect(byWord).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: fw routes /) })
    expect(unknown).toMatchObject({
      code: 2,
      stderr: 'There is no command "rotes". Did you mean "routes"?\n',
    })
  })

  test('runs a command, disposes the services, and exits with its code', async () => {
    expect(await runFw(application(), ['orders:tidy', '30'])).toEqual({
      code: 3,
      stderr: '',
      stdout: 'tidied 30 Database\ndatabase closed\n',
    })
  })

  test('exits with 2 for invalid arguments', async () => {
    expect(await runFw(application(), ['orders:tidy', 'many'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^orders:tidy: <days>: must be an integer\.\n\nUsage: /),
    })
  })

  test('routes prints an aligned table', async () => {
    expect(await runFw(application(), ['routes'])).toEqual({
      code: 0,
      stderr: '',
      stdout: `GET     /orders       Orders.list
POST    /orders       Orders.create
DELETE  /orders/{id}  Orders.remove
`,
    })
  })

  test('routes lists the routes that contain a word, and reports if none does', async () => {
    const root = application()
    const [byMethod, byHandler, none] = await Promise.all([
      runFw(root, ['routes', 'post']),
      runFw(root, ['routes', 'Orders.re']),
      runFw(root, ['routes', 'invoices']),
    ])

    expect(byMethod.stdout).toBe('POST  /orders  Orders.create\n')
    expect(byHandler.stdout).toBe('DELETE  /orders/{id}  Orders.remove\n')
    expect(none).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'No method, path or handler contains "invoices". Run "fw routes" to list all routes.\n',
    })
  })

  test('routes --json prints a list for programs, with the source of each route', async () => {
    const { stdout } = await runFw(application(), ['routes', '{id}', '--json'])

    expect(JSON.parse(stdout)).toEqual([
      {
        method: 'DELETE',
        path: '/orders/{id}',
        handler: 'Orders.remove',
        source: 'src/orders.ts:5:27',
        access: 'public',
      },
    ])
  })

  test('fits the list of commands and their help to the width of the terminal', async () => {
    const root = application()
    const outputs = ['', 'help', 'help serve', 'serve --port=many'].map((words) =>
      terminalProcess(root, words, { columns: 60 }),
    )
    await Promise.all(outputs.map(({ exit }) => exit))

    for (const output of outputs) {
      const lines = shown(output).split('\n')
      expect(lines.filter((line) => line.length > 60)).toEqual([])
    }
    expect(shown(outputs[0] as FwProcess)).toMatch(
      /^ {2}build +Compile the application to JavaScript in\n {20}dist, and check that it boots\.$/m,
    )
    expect((await runFw(root, ['help'])).stdout).toMatch(
      /^ {2}build +Compile the application to JavaScript in dist, and check that it boots\.$/m,
    )
  })

  test('routes --chain prints the middleware of each route, in order', async () => {
    const source = `import { Application, type HttpRequest, type Middleware, type Next, Stage, Use } from '@fw/core'
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
    const root = application({ 'src/shop.ts': source })
    const { code, stdout } = await runFw(root, ['routes', '--chain'])
    expect(code).toBe(0)
    expect(stdout).not.toContain('/docs/')
    expect((await runFw(root, ['routes', '--chain', '--all'])).stdout).toContain('/docs/')
    expect(stdout).toMatch(/^any +\/docs +observe +Timing +Shop\n +handle +Audit +Shop$/m)
    expect(stdout).toMatch(/^ +\(no route\) +observe +Timing +Shop$/m)
    expect(stdout).toMatch(/^POST +\/orders +observe +Timing +Shop\n +handle +Audit +Shop$/m)
  })

  test('prints the errors of an application that cannot boot, and exits with 1', async () => {
    const root = application({
      'src/reports.ts': `import { Get } from '@fw/core'
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
      stderr: `UnresolvableDependency: Cannot build Reports: Clock is abstract and not registered.
  Reports
  └─ clock: Clock (src/reports.ts:4:24)
Register a subclass in src/bootstrap.ts: container.bind(Clock, (c) => …).
`,
    })
  })

  test('prints only the location for an import of a name that does not exist', async () => {
    const unknown = `import { Get, Lenght } from '@fw/core'
export class Unknown { @Get('/') get(@Lenght(1) text: string) { return text } }
`
    const root = application({ 'src/unknown.ts': unknown })

    expect(await runFw(root, ['routes'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^\S*src\/unknown\.ts:1\nimport .+\n +\^+\nSyntaxError: .+ '@fw\/core' does not provide an export named 'Lenght'\n$/,
      ),
    })
  })

  test('prints a syntax error with its location', async () => {
    const root = application({ 'src/broken.ts': '@Get("/") export class {\n  oops(\n}\n' })

    expect(await runFw(root, ['routes'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^SourceSyntaxError: \S*src\/broken\.ts:\d:\d: .+\n(?:\d \| .*\n)+ +\^\n$/,
      ),
    })
  })
})

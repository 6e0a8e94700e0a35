import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { FwProcess, runFw } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

const files = {
  'package.json': JSON.stringify({
    name: 'shop',
    type: 'module',
    imports: { '#shop/*': './src/*.ts' },
  }),
  'src/bootstrap.ts': `import type { Container } from '@fw/core'
import { Greeting } from './greeting'
export default (container: Container) => container.instance(Greeting, new Greeting('Good day'))
`,
  'src/greeting.ts': `export class Greeting { constructor(readonly words: string) {} }
`,
  'src/orders/orders.ts': `import { readFileSync } from 'node:fs'
import { Body, Command, Get, MinLength, Post, type int } from '@fw/core'
import { Greeting } from '#shop/greeting'
export class CreateOrder {
  constructor(@MinLength(3) readonly sku: string, readonly quantity: int = 1) {}
}
export class Orders {
  constructor(private readonly greeting: Greeting) {}
  @Get('/greeting/{name}') greet(name: string) { return this.greeting.words + ', ' + name }
  @Get('/terms') terms() { return readFileSync(new URL('./terms.txt', import.meta.url), 'utf8') }
  @Get('/later') async later() { return Object.keys(await import('../greeting.ts')) }
  @Get('/fails') fails() { throw new Error('deliberate') }
  @Post('/orders') create(@Body() order: CreateOrder): CreateOrder { return order }
  @Command('orders:tidy') tidy(days: int) { console.log('tidied', days) }
}
`,
  'src/orders/terms.txt': 'No refunds.',
  'src/orders/orders.test.ts': 'throw new Error("a test is no part of the application")',
  'src/names.ts': "export * as fw from '@fw/core'\nexport const load = () => import('@fw/core')\n",
  'src/.hidden': '',
  'src/legacy.js': '// as it is',
}

const production = { NODE_ENV: 'production' }

/** Adds a source file until the test ends. */
function add(root: string, path: string, text: string): void {
  writeFileSync(join(root, path), text)
  onTestFinished(() => rmSync(join(root, path)))
}

describe('fw build', () => {
  const shop = temporaryApplication(files)
  const module = (name: string) => readFileSync(join(shop, 'dist', name), 'utf8')
  let built: Awaited<ReturnType<typeof runFw>>
  beforeAll(async () => void (built = await runFw(shop, ['build'])))

  test('writes JavaScript that runs without the source, with types and discovery compiled in', async () => {
    expect(built).toEqual({ code: 0, stdout: 'Built 4 modules in dist.\n', stderr: '' })

    const [source, moved] = [join(shop, 'src'), join(shop, 'source')]
    renameSync(source, moved)
    onTestFinished(() => renameSync(moved, source))
    const fw = new FwProcess(shop, ['serve', '--host=127.0.0.1', '--port=0'], production)
    const address = await fw.address()
    const get = async (path: string, init?: RequestInit) => {
      const response = await fetch(address + path, init)
      return [response.status, await response.json()]
    }
    expect(await get('/greeting/Ada')).toEqual([200, 'Good day, Ada'])
    expect(await get('/terms')).toEqual([200, 'No refunds.'])
    expect(await get('/later')).toEqual([200, ['Greeting']])
    const post = (body: unknown) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(await get('/orders', post({ sku: 'ABC' }))).toEqual([200, { sku: 'ABC', quantity: 1 }])
    expect(await get('/orders', post({ sku: 'A', quantity: 'x' }))).toEqual([
      422,
      { errors: { sku: ['must be at least 3 characters.'], quantity: ['must be an integer.'] } },
    ])
    expect((await get('/fails'))[0]).toBe(500)
    await fw.printed(/deliberate/)
    expect(fw.stderr).toMatch(/src\/orders\/orders\.ts:12:/)

    expect(await runFw(shop, ['orders:tidy', '30'], production)).toEqual({
      code: 0,
      stdout: 'tidied 30\n',
      stderr: '',
    })
  })

  test('writes one file for each module, and copies what is neither TypeScript nor hidden', async () => {
    expect(existsSync(join(shop, 'dist/orders/orders.js'))).toBe(true)
    expect(module('legacy.js')).toBe('// as it is')
    expect(existsSync(join(shop, 'dist/orders/orders.test.js'))).toBe(false)
    expect(existsSync(join(shop, 'dist/orders/orders.test.ts'))).toBe(false)
    expect(existsSync(join(shop, 'dist/.hidden'))).toBe(false)
    const map = JSON.parse(module('orders/orders.js.map'))
    expect(map.sources).toEqual(['../../src/orders/orders.ts'])
    expect(map.sourcesContent).toEqual([files['src/orders/orders.ts']])
  })

  test('lets modules import fw through one file, unless the application has a file with that name', async () => {
    expect(module('orders/orders.js')).toContain('MinLength, Post } from "../fw.shared.js"')
    expect(module('orders/orders.js')).not.toMatch(/["']fw["']|function\(decorators/)
    expect(module('names.js')).toContain('export * as fw from "./fw.shared.js"')
    expect(module('names.js')).toContain('import("./fw.shared.js")')

    add(shop, 'src/fw.shared.ts', 'export const own = 1\n')
    await runFw(shop, ['build'])
    expect(module('fw.shared.js')).toContain('own = 1')
    expect(module('orders/orders.js')).toContain('MinLength, Post } from "@fw/core"')
    expect((await runFw(shop, ['routes'], production)).stdout).toContain('Orders.greet')
  })

  test('refuses --production without a build, except for the build itself', async () => {
    const root = temporaryApplication(files)
    const { code, stdout, stderr } = await runFw(root, ['--production', 'serve'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(`NothingBuilt: ${root} has no dist that fw build wrote. Run: fw build\n`)
    expect((await runFw(root, ['--production', 'build'])).code).toBe(0)
    expect((await runFw(root, ['--production', 'orders:tidy', '30'])).code).toBe(0)
    expect(await runFw(root, ['--production', 'dev'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'WorksOnSource: fw dev works on the source, not on the output of fw build. Remove --production.\n',
    })
  })

  test('keeps the previous build when the new one would not boot', async () => {
    add(
      shop,
      'src/wrong.ts',
      `import { Get } from '@fw/core'\nexport class Wrong { @Get('/a/{b}') get(c: string) { return c } }\n`,
    )
    const { code, stderr, stdout } = await runFw(shop, ['build'])

    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toBe(
      'UnresolvableParameter: Wrong.get: parameter "c" (string) has no source. Rename it to "b", ' +
        'as in the path "/a/{b}", mark it @Query(), or give it a default.\n' +
        'BuiltApplicationFails: The application does not boot: see the error above. ' +
        'The folder dist was not changed.\n',
    )
    const { stdout: routes } = await runFw(shop, ['--production', 'routes'])
    expect(routes).toContain('Orders.greet')
    expect(routes).not.toContain('Wrong')
    expect(existsSync(join(shop, 'dist.former'))).toBe(false)
  })

  test('does not boot the result with --skip-boot', async () => {
    const root = temporaryApplication({
      'package.json': '{ "type": "module" }',
      'src/bootstrap.ts':
        'export default (_: unknown, config: import("@fw/core").Config) => { config.string("DB_HOST") }',
    })
    expect((await runFw(root, ['build'])).code).toBe(1)
    expect((await runFw(root, ['build', '--skip-boot'])).code).toBe(0)
    expect((await runFw(root, ['routes'], { ...production, DB_HOST: 'db' })).code).toBe(0)
  })

  test('refuses a module outside of the application, and a dist folder that it did not write', async () => {
    const root = temporaryApplication({
      'package.json': '{ "type": "module" }',
      'src/one.ts': "import '../shared/two.ts'",
      'shared/two.ts': '',
    })
    expect((await runFw(root, ['build'])).stderr).toBe(
      'ModuleOutsideRoots: src/one.ts imports shared/two.ts, which is not built: it is a test, or ' +
        'outside of the application\'s roots. Move it, or name its folder in package.json: "fw": { "roots": ["src", …] }.\n',
    )

    writeFileSync(join(root, 'package.json'), '{ "fw": { "roots": ["src", "shared"] } }')
    expect((await runFw(root, ['build'])).code).toBe(0)
    expect(existsSync(join(root, 'dist/shared/two.js'))).toBe(true)

    rmSync(join(root, 'dist/fw.json'))
    expect((await runFw(root, ['build'])).stderr).toBe(
      `OutputTaken: ${join(root, 'dist')} contains files that "fw build" did not write and would delete. ` +
        'Move or delete them, and build again.\n',
    )
  })

  test('reports an unused class, and shows a syntax error with its line', async () => {
    const root = temporaryApplication({
      'package.json': '{ "type": "module" }',
      'src/one.ts':
        "import { Get } from '@fw/core'\nclass One { @Get('/') get() { return 1 } }\nvoid One\n",
    })
    expect((await runFw(root, ['build'])).stderr).toBe(
      'One in src/one.ts is not used: it has decorators, but is not exported. Export it.\n',
    )
    writeFileSync(join(root, 'src/one.ts'), 'export const a = 1\nexport class { @Get(')
    expect((await runFw(root, ['build'])).stderr).toMatch(
      /^SourceSyntaxError: src\/one\.ts:2:21: .*\n1 \| export const a = 1\n/,
    )
  })

  test('is not used in development', async () => {
    add(
      shop,
      'src/new.ts',
      `import { Get } from '@fw/core'\nexport class New { @Get('/new') get() { return 1 } }\n`,
    )
    expect((await runFw(shop, ['routes'])).stdout).toContain('New.get')
    expect((await runFw(shop, ['routes'], production)).stdout).not.toContain('New.get')
  })
})

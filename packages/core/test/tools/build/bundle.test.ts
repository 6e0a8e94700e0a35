import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { platforms } from '../../http/adapters/contract/platforms.ts'
import { FwProcess, runFw } from '../../support/fw-process.ts'
import { frameworkApplication, temporaryApplication } from '../../support/temporary-application.ts'
import { workerBundleInputs } from './worker-bundle-inputs.ts'

const namesake = (path: string) => `import { Get } from '@fw/core'
class Local {}
export class Same { @Get('${path}') get() { return [Same.name, Local.name] } }
`

const files = {
  'package.json': JSON.stringify({ name: 'shop', version: '1.2.3', type: 'module' }),
  'src/bootstrap.ts': `import { Logger, type Container } from '@fw/core'
import { Greeting } from './greeting.ts'
export default async (container: Container) => {
  container.bind(Greeting, (c) => (c.get(Logger).info('Made.'), new Greeting('Good day')))
}
`,
  'src/greeting.ts': `export class Greeting { constructor(readonly words: string) {} }
`,
  'src/shop/shop.ts': `import { readFileSync } from 'node:fs'
import { Command, Get, McpTool } from '@fw/core'
import { Greeting } from '../greeting.ts'
export class Shop {
  constructor(private readonly greeting: Greeting) {}
  @Get('/greeting/{name}') greet(name: string) { return this.greeting.words + ', ' + name }
  @Get('/terms') terms() { return readFileSync(new URL('./terms.txt', import.meta.url), 'utf8') }
  @Get('/later') async later() { return Object.keys(await import('../greeting.ts')) }
  @Get('/fails') fails() { throw new Error('deliberate') }
  @Command('shop:tidy') tidy() { console.log('tidied') }
  @McpTool('price', 'The price') price() { return 1 }
}
`,
  'src/shop/terms.txt': 'No refunds.',
  'src/one.ts': namesake('/one'),
  'src/two.ts': namesake('/two'),
  'src/site.ts': `import { Application, StaticFiles } from '@fw/core'
@Application()
@StaticFiles('/', 'public')
export class Site {}
`,
  'public/index.html': '<h1>Site</h1>',
}

const shop = temporaryApplication(files)
const { root: linkedShop } = frameworkApplication(files)
let shopBuild: Awaited<ReturnType<typeof runFw>>
let linkedBuild: typeof shopBuild
beforeAll(async () => {
  shopBuild = await runFw(shop, ['build', '--bundle'])
  linkedBuild = await runFw(linkedShop, ['build', '--bundle'])
})

/** The bundle and what it reads, in a folder without anything else. */
function alone(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fw-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, 'dist/bundle.mjs'), join(folder, 'bundle.mjs'))
  cpSync(join(root, 'dist/bundle'), join(folder, 'bundle'), { recursive: true })
  cpSync(join(root, 'dist/shop/terms.txt'), join(folder, 'shop/terms.txt'))
  cpSync(join(root, 'public'), join(folder, 'public'), { recursive: true })
  return folder
}

const program = ['--enable-source-maps', 'bundle.mjs']

test('fw build --bundle writes a program that serves without installed packages', async () => {
  expect(shopBuild).toEqual({
    code: 0,
    stdout: 'Built 6 modules in dist, and bundled them in dist/bundle.mjs.\n',
    stderr: '',
  })

  const server = new FwProcess(alone(shop), ['serve', '--host=127.0.0.1', '--port=0'], {}, program)
  const address = await server.address()
  const get = async (path: string) => (await fetch(address + path)).json()
  expect(await get('/greeting/Ada')).toBe('Good day, Ada')
  await server.printed(/"Made\."/)
  expect(JSON.parse(server.stderr)).toMatchObject({ level: 'info', message: 'Made.' })
  expect(await get('/terms')).toBe('No refunds.')
  expect(await get('/later')).toEqual(['Greeting'])
  expect(await get('/openapi.json')).toMatchObject({ info: { title: 'shop', version: '1.2.3' } })
  expect((await fetch(`${address}/docs`)).status).toBe(200)
  await get('/fails')
  await server.printed(/deliberate/)
  expect(server.stderr).toMatch(/src\/shop\/shop\.ts:9:/)
  server.child.kill('SIGTERM')
  expect(await server.exit).toBe(0)
})

test('a bundle of an application with a linked framework imports no missing packages', async () => {
  expect(linkedBuild.stderr).toBe('')
  const run = new FwProcess(alone(linkedShop), ['shop:tidy'], {}, program)

  expect([await run.exit, run.stdout]).toEqual([0, 'tidied\n'])
})

test('a bundle has the commands of its application, and serves by default', async () => {
  const folder = alone(shop)
  const run = (...words: string[]) => new FwProcess(folder, words, { PORT: '0' }, program)

  const command = run('shop:tidy')
  expect([await command.exit, command.stdout]).toEqual([0, 'tidied\n'])
  const help = run('--help')
  expect(await help.exit).toBe(0)
  expect(help.stdout).toMatch(/^ {2}shop:tidy/m)
  expect(help.stdout).not.toMatch(/^ {2}(?:build|dev) /m)
  expect(await run().address()).toMatch(/^http:/)
  const agent = run('mcp:serve')
  agent.child.stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
  expect([await agent.exit, JSON.parse(agent.stdout)]).toMatchObject([0, { id: 1, result: {} }])
})

test('the configuration decides how the handler of a bundle reads paths and sends responses', async () => {
  const folder = alone(shop)
  writeFileSync(
    join(folder, 'call.mjs'),
    `globalThis.awslambda = { streamifyResponse: (handler) => ['streams', typeof handler] }
const { handler } = await import('./bundle.mjs')
const event = { rawPath: '/shop/terms', rawQueryString: '', headers: {}, requestContext: { http: { method: 'GET' } } }
console.log(JSON.stringify(typeof handler === 'function' ? (await handler(event)).statusCode : handler))
`,
  )
  const call = async (env: Record<string, string>) => {
    const run = new FwProcess(folder, [], env, ['call.mjs'])
    expect(await run.exit).toBe(0)
    return JSON.parse(run.stdout) as unknown
  }
  expect(await call({})).toBe(404)
  expect(await call({ FW_LAMBDA_BASE_PATH: 'shop' })).toBe(200)
  expect(await call({ FW_LAMBDA_STREAMING: 'true' })).toEqual(['streams', 'function'])
})

test('a bundle starts with the compile cache of Node.js, and without it if it is missing or truncated', async () => {
  const folder = alone(shop)
  const parts = join(folder, 'bundle')
  const names = readdirSync(parts).filter((part) => part.endsWith('.cache'))
  expect(names).toHaveLength(2)
  const name = names.find((part) => !part.endsWith('-gc.cache')) ?? ''
  writeFileSync(
    join(folder, 'call.mjs'),
    `let isRejected
globalThis[Symbol.for('fw.compiled')] = (script) => (isRejected = script.cachedDataRejected)
const { default: worker } = await import('./bundle.mjs')
const answers = ['/greeting/Ada', '/later', '/openapi.json'].map((path) => worker.fetch(new Request('http://localhost' + path)))
const texts = (await Promise.all(answers)).map((answer) => answer.text())
console.log(JSON.stringify([isRejected, ...(await Promise.all(texts)).map((text) => text.slice(0, 20))]))
`,
  )
  const call = async (...words: string[]) => {
    const run = new FwProcess(folder, [], {}, [...words, 'call.mjs'])
    expect([await run.exit, run.stderr]).toEqual([0, expect.not.stringContaining('Warning')])
    return JSON.parse(run.stdout) as unknown
  }
  const expectedTexts = ['"Good day, Ada"', '["Greeting"]', '{"openapi":"3.1.0","']
  expect(await call()).toEqual([false, ...expectedTexts])
  // The flags with which Lambda starts Node.
  const asLambda = ['--expose-gc', '--max-semi-space-size=51', '--max-old-space-size=921']
  expect(await call(...asLambda)).toEqual([false, ...expectedTexts])
  // Node reads no source maps of what is compiled so.
  expect(await call('--enable-source-maps')).toEqual([null, ...expectedTexts])
  const whole = readFileSync(join(parts, name))
  for (const half of [whole.subarray(0, whole.length / 2), Buffer.alloc(0)]) {
    writeFileSync(join(parts, name), half)
    expect(await call()).toEqual([true, ...expectedTexts])
  }
  rmSync(join(parts, name))
  expect(await call()).toEqual([null, ...expectedTexts])
  const compiling = new FwProcess(folder, [], {}, ['bundle/compile.mjs'])
  expect([await compiling.exit, compiling.stdout + compiling.stderr]).toEqual([0, ''])
  expect(await call()).toEqual([false, ...expectedTexts])
})

test.each(['Bun', 'Deno'])('a bundle runs console commands on %s too', async (name) => {
  const { program: other = '' } = platforms.find((platform) => platform.name === name) ?? {}
  const words = ['run', ...(name === 'Deno' ? ['--allow-all'] : []), 'bundle.mjs', 'shop:tidy']
  const { stdout } = await promisify(execFile)(other, words, { cwd: alone(shop) })
  expect(stdout).toBe('tidied\n')
})

test('static files are read next to package.json after a build, and in the working directory of a bundle', async () => {
  const words = ['serve', '--host=127.0.0.1', '--port=0']
  for (const server of [
    new FwProcess(shop, words, { NODE_ENV: 'production' }),
    new FwProcess(alone(shop), words, {}, program),
  ]) {
    const response = await fetch(await server.address())
    expect([response.status, await response.text()]).toEqual([200, '<h1>Site</h1>'])
  }
})

test('a bundle that does not boot is deleted, and the error is that of boot', async () => {
  const former = readFileSync(join(linkedShop, 'dist/bundle.mjs'), 'utf8')
  const wrong = join(linkedShop, 'src/wrong.ts')
  onTestFinished(() => rmSync(wrong))
  writeFileSync(
    wrong,
    `import { Get } from '@fw/core'
export class Wrong { @Get('/a/{b}') get(c: string) { return c } }
`,
  )

  expect(await runFw(linkedShop, ['build', '--bundle'])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'UnresolvableParameter: Wrong.get: parameter "c" (string) has no source. Rename it to "b", ' +
      'as in the path "/a/{b}", mark it @Query(), or give it a default.\n' +
      'BuiltApplicationFails: The application does not boot: see the error above. ' +
      'The folder dist was not changed.\n',
  })
  expect(readFileSync(join(linkedShop, 'dist/bundle.mjs'), 'utf8')).toBe(former)
})

test('errors of rolldown are shown without stack and colours', async () => {
  const { root } = frameworkApplication({
    'package.json': '{ "type": "module" }',
    'src/unknown.ts': `import { Get, Lenght } from '@fw/core'
export class Unknown { @Get('/') get(@Lenght(1) text: string) { return text } }
`,
  })

  const { code, stdout, stderr } = await runFw(root, ['build', '--bundle'])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    /^BundlerRefuses: rolldown cannot bundle the application, so dist was not changed\. Run "fw check" to find errors in the source\. Build failed with 1 error:\s+\[MISSING_EXPORT\] "Lenght" is not exported by "dist\.next\/fw\.shared\.js"\.\n/,
  )
  expect(stderr).toBe(stripVTControlCharacters(stderr))
  expect(stderr).not.toMatch(/\n +at /u)
  expect(existsSync(join(root, 'dist'))).toBe(false)
})

test('a bundler for workers includes no code of the command line', async () => {
  const taken = await workerBundleInputs(join(linkedShop, 'dist'))
  expect(taken).toEqual(
    expect.arrayContaining(['bundle.mjs', 'bundle/main.start.mjs', 'bundle/log-lines.mjs']),
  )
  expect(taken.filter((part) => /^bundle\/(?:console|develop|build)/.test(part))).toEqual([])
})

test('classes keep their names, even if several modules use the same one', async () => {
  const asking = `const { default: worker } = await import('./dist/bundle.mjs')
for (const path of ['/one', '/two']) {
  console.log(await (await worker.fetch(new Request('http://localhost' + path))).text())
}`
  const words = ['--input-type=module', '--eval', asking]
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: shop })
  expect(stdout).toBe('["Same","Local"]\n["Same","Local"]\n')
})

test('a bundle leaves out the packages listed in package.json, and is kept if Node cannot compile it without them', async () => {
  const externals = ['cookie', 'mrmime', 'yaml']
  const manifest = (external: unknown) => JSON.stringify({ type: 'module', fw: { external } })
  const { root, link } = frameworkApplication({
    'package.json': manifest(externals),
    'src/one.ts': `import { Get } from '@fw/core'
import { parse } from 'yaml'
// export const Money = scalar(String)
export class One { @Get('/') get() { return parse('a: 1') } }
`,
  })
  const { code, stderr } = await runFw(root, ['build', '--bundle', '--skip-boot'])
  expect([code, stderr.trim().split('\n')]).toEqual([
    0,
    ['', '--expose-gc '].map((options) =>
      expect.stringMatching(
        new RegExp(
          `^"node ${options}\\S+compile.mjs" failed \\(exit code 1\\), so there is no code cache, and the application starts more slowly. `,
        ),
      ),
    ),
  ])
  const read = (name: string) => readFileSync(join(root, 'dist/bundle', name), 'utf8')
  expect(read('application.mjs')).toMatch(/^import.*from"yaml"/m)
  for (const name of ['cookie', 'mrmime']) {
    expect(read('main.start.mjs')).toContain(`from"${name}"`)
  }

  for (const name of externals) link(name)
  const [, compile = ''] = /^"node (\S+)"/.exec(stderr.trim()) ?? []
  const compiling = new FwProcess(root, [], {}, [compile])
  expect([await compiling.exit, compiling.stdout + compiling.stderr]).toEqual([0, ''])
  const run = new FwProcess(root, ['routes'], {}, ['dist/bundle.mjs'])
  expect([await run.exit, run.stderr, run.stdout]).toEqual([
    0,
    '',
    expect.stringMatching(/^GET +\/ /m),
  ])

  writeFileSync(join(root, 'package.json'), manifest('yaml'))
  expect((await runFw(root, ['build', '--bundle'])).stderr).toBe(
    'UnusableExternals: "fw.external" in package.json is not a list of strings. List the packages that ' +
      'the bundle leaves out: "fw": { "external": ["sharp"] }.\n',
  )
})

import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest'
import { createPostgresDatabase } from '../../packages/query/test/databases/scratch-database.ts'
import { describeWith } from '../../packages/query/test/databases/servers.ts'
import { parseYaml } from '../../packages/core/test/support/parse-yaml.ts'
import { openChromium, needsChromium } from '../../packages/core/test/support/chromium.ts'
import { obtain } from '../../packages/core/test/support/obtain.ts'
import { innerTimeouts } from '../../packages/core/test/support/inner-vitest.ts'
import { repositoryRoot } from '../repository.ts'
import { Containers, missingBuildah } from './containers.ts'
import { Registry } from './registry.ts'
import { shell } from './shell.ts'

const run = promisify(execFile)
const root = mkdtempSync(join(tmpdir(), 'fw-created-'))
const programs = join(repositoryRoot, 'node_modules/.bin')

/** It has the packages, as npm will once they are published. */
let registry: Registry
let environment: NodeJS.ProcessEnv

/** It has none of them, and so has npm today: projects of these templates take the packed ones. */
const bare = new Registry()
const packedTemplates = new Set(['postgres', 'monorepo'])

beforeAll(async () => {
  const packed = await obtain('packed')
  registry = new Registry(globSync('*.tgz', { cwd: packed }).map((name) => join(packed, name)))
  await Promise.all([registry.start(), bare.start()])
  const inherited = Object.entries(process.env).filter(
    ([key]) => !/^(npm_|VITEST|NODE_ENV)/.test(key),
  )
  environment = {
    ...Object.fromEntries(inherited),
    PATH: `${programs}:${process.env['PATH']}`,
    CI: 'true',
    NO_COLOR: '1',
    ...toRegistry(registry),
    npm_config_replace_registry_host: 'never',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  }
})

afterAll(async () => {
  await Promise.all([registry.stop(), bare.stop()])
  rmSync(root, { recursive: true, force: true })
})

type Installer = 'npm' | 'pnpm'

test('the template api passes check and tests, is built, and serves', async () => {
  await startedAs('api', 'npm', {}, async (address) => {
    const body = JSON.stringify({ text: 'Buy milk.' })
    expect((await fetch(`${address}/notes`, { method: 'POST', body })).status).toBe(201)
    expect((await fetch(`${address}/docs`)).status).toBe(200)
  })
}, 180_000)

test('the template agent passes check and tests, is built, and serves', async () => {
  await startedAs('agent', 'pnpm', {}, async (address) => {
    const found = await fetch(`${address}/books?title=Emma`)
    expect(await found.json()).toMatchObject({ total: 1 })
  })
}, 180_000)

test.for(['npm', 'pnpm'] as const)(
  'the template monorepo passes check and tests with %s, is built, and serves',
  { timeout: 180_000 },
  async (pm) => {
    await startedAs('monorepo', pm, {}, async (address) => {
      expect(await (await fetch(`${address}/notes`)).json()).toEqual([])
    })
  },
)

test('no package of fw was requested from a registry', () => {
  expect(bare.asked).toEqual([])
  expect(registry.asked).toContain('@fw/core')
})

test('npm run dev of the monorepo serves, updates the front end after a change, and ends', async (context) => {
  const folder = join(root, 'monorepo-npm')
  const words = ['run', 'dev', '--', '--host=127.0.0.1', '--port=0']
  const dev = spawn('npm', words, { cwd: folder, env: environment })
  const ended = once(dev, 'exit')
  let told = ''
  for (const output of [dev.stdout, dev.stderr]) output.on('data', (text) => (told += String(text)))
  const file = join(folder, 'apps/api/src/notes.ts')
  const source = readFileSync(file, 'utf8')
  const types = join(folder, 'packages/api-client/types.d.ts')
  try {
    await expect.poll(() => told).toMatch(/Local: +http:\S+/)
    const [, address] = /Local: +(http:\S+)\//.exec(told) ?? []
    expect(await (await fetch(`${address}/notes`)).json()).toEqual([])
    expect(await shell('npx tsc -p apps/web', folder, environment)).toBe('')
    writeFileSync(file, source.replaceAll(/\btext\b/g, 'words'))
    await expect.poll(() => readFileSync(types, 'utf8')).toContain('words')
    await expect(shell('npx tsc -p apps/web', folder, environment)).rejects.toThrow(
      /main\.ts.* error TS\d+/,
    )
    needsChromium(context)
    const page = await (await openChromium()).newPage()
    await page.goto(`${address}/`)
    // Vite may still reload the page because of the changed client.
    await expect
      .poll(async () => {
        await page.fill('input', 'Buy milk.')
        await page.click('button')
        return page.textContent('[role=alert]')
      })
      .toContain('words is required')
  } finally {
    writeFileSync(file, source)
    dev.kill('SIGTERM')
  }
  await ended
  await expect.poll(() => programsIn(folder)).toEqual([])
}, 180_000)

await describeWith('postgres', 'on PostgreSQL', (url) => {
  test('the template postgres passes check and tests, is built, and serves', async () => {
    const database = await createPostgresDatabase(url)
    try {
      await startedAs('postgres', 'npm', { DATABASE_URL: database.url }, async (address) => {
        const body = JSON.stringify({ email: 'ada@example.com', pieces: 2 })
        expect((await fetch(`${address}/orders`, { method: 'POST', body })).status).toBe(201)
      })
    } finally {
      await database.drop()
    }
  }, 180_000)

  test('the container of postgres is built, migrates, and serves', async (context) => {
    needsBuildah(context)
    const database = await createPostgresDatabase(url)
    try {
      await containerOf('postgres', { DATABASE_URL: database.url }, async (address) => {
        const body = JSON.stringify({ email: 'ada@example.com', pieces: 2 })
        expect((await fetch(`${address}/orders`, { method: 'POST', body })).status).toBe(201)
      })
    } finally {
      await database.drop()
    }
  }, 400_000)
})

test('the container of monorepo is built, and serves', async (context) => {
  needsBuildah(context)
  await containerOf('monorepo', {}, async (address) => {
    expect((await fetch(`${address}/notes`)).status).toBe(200)
  })
}, 400_000)

/** In continuous integration a test that skips fails. */
function needsBuildah({ skip }: Pick<TestContext, 'skip'>): void {
  if (process.env['CI'] !== 'true') skip(missingBuildah !== undefined, missingBuildah)
}

let containers: Promise<Containers> | undefined

async function provideContainers(): Promise<Containers> {
  const provided = new Containers(join(root, 'containers'))
  await provided.provide('docker.io/library/node:26-slim', registry.address)
  return provided
}

/** The modules in the compile cache of an image. */
const countCached = "fs.globSync('*/*', { cwd: process.env.NODE_COMPILE_CACHE }).length"

/** Builds the image of a project that was made with npm before, and runs it as its compose.yaml says. */
async function containerOf(
  template: string,
  settings: NodeJS.ProcessEnv,
  use: (address: string) => Promise<void>,
): Promise<void> {
  const folder = join(root, `${template}-npm`)
  const image = `shop-${template}`
  const built = await (containers ??= provideContainers())
  await built.build(folder, image)
  const counting = await built.start(image, {}, ['node', '--print', countCached])
  const counted = text(counting.stdout as NodeJS.ReadableStream)
  const [code] = await once(counting, 'close')
  const cached = await counted
  expect(Number(cached), `buildah run ended with ${code}: "${cached}"`).toBeGreaterThan(10)
  const { services } = parseYaml(readFileSync(join(folder, 'compose.yaml'), 'utf8')) as Compose
  const given = { HOST: '127.0.0.1', PORT: '0', ...settings }
  const server = await built.start(image, given, services.app.command)
  const ended = once(server, 'exit')
  try {
    await use(await listening(server.stdout as NodeJS.ReadableStream))
  } finally {
    server.kill('SIGTERM')
  }
  await ended
}

interface Compose {
  readonly services: { readonly app: { readonly command?: readonly string[] } }
}

/** Makes a project, runs its scripts, and serves what was built. */
async function startedAs(
  template: string,
  pm: Installer,
  settings: NodeJS.ProcessEnv,
  use: (address: string) => Promise<void>,
): Promise<void> {
  const folder = await create(template, pm)
  const env = { ...environment, ...settings }
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(scripts.start).toMatch(/fw --production serve$/)
  const separator = pm === 'npm' ? '-- ' : ''
  for (const script of ['check', 'test', 'build', 'migrate']) {
    const argument = script === 'test' ? ` ${separator}${innerTimeouts.join(' ')}` : ''
    if (scripts[script]) await shell(`${pm} run ${script}${argument}`, folder, env)
  }
  await started(folder, template === 'monorepo' ? 'apps/api' : '.', env, use)
}

/** The commands of a new user; the cache of npm keeps earlier downloads. */
async function create(template: string, pm: string): Promise<string> {
  const name = `${template}-${pm}`
  const words = [name, `--template=${template}`, `--pm=${pm}`, '--no-install']
  const isPacked = packedTemplates.has(template)
  if (isPacked) {
    const program = join(repositoryRoot, 'packages/create/bin/create')
    await run(process.execPath, [program, ...words, `--packages=${await obtain('packed')}`], {
      cwd: root,
    })
  } else {
    const cache = join(root, 'cache')
    await run('npm', ['create', '--yes', '@fw@latest', '--', ...words], {
      cwd: root,
      env: { ...environment, npm_config_cache: cache },
    })
  }
  const folder = join(root, name)
  await shell(
    `${pm} install ${pm === 'npm' ? '--prefer-offline' : '--prefer-offline --no-frozen-lockfile'}`,
    folder,
    { ...environment, ...toRegistry(isPacked ? bare : registry) },
  )
  return folder
}

function toRegistry({ address }: Registry): NodeJS.ProcessEnv {
  return { npm_config_registry: address, pnpm_config_registry: address }
}

/** The commands that run and name a file of the folder. */
function programsIn(folder: string): string[] {
  const commands = execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' }).split('\n')
  return commands.filter((command) => command.includes(`${folder}/`))
}

/** Serves what was built, on a free port, as long as it is used. */
async function started(
  folder: string,
  application: string,
  env: NodeJS.ProcessEnv,
  use: (address: string) => Promise<void>,
): Promise<void> {
  const words = [join(folder, 'node_modules/@fw/core/bin/fw'), '--production', 'serve']
  const server = spawn(process.execPath, words, {
    cwd: join(folder, application),
    env: { ...env, HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  try {
    await use(await listening(server.stdout))
  } finally {
    server.kill('SIGTERM')
  }
  expect((await ended)[0]).toBe(0)
}

async function listening(output: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of output) {
    text += String(chunk)
    const [address] = /(?<=Listening on )http:\S+/.exec(text) ?? []
    if (address !== undefined) return address
  }
  throw new Error(`The application does not listen: ${text}`)
}

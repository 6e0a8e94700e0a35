import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { repositoryRoot } from '../repository.ts'
import { verifies } from '../verifies.ts'
import { Registry } from './registry.ts'

const run = promisify(execFile)
const root = mkdtempSync(join(tmpdir(), 'fw-created-'))
const programs = join(repositoryRoot, 'node_modules/.bin')

let registry: Registry
let environment: NodeJS.ProcessEnv

beforeAll(async () => {
  const packed = join(root, 'packed')
  await run(process.execPath, ['packaging/pack.ts', packed], { cwd: repositoryRoot })
  registry = new Registry(globSync('*.tgz', { cwd: packed }).map((name) => join(packed, name)))
  await registry.start()
  const inherited = Object.entries(process.env).filter(
    ([key]) => !/^(npm_|VITEST|NODE_ENV)/.test(key),
  )
  environment = {
    ...Object.fromEntries(inherited),
    PATH: `${programs}:${process.env['PATH']}`,
    CI: 'true',
    NO_COLOR: '1',
    npm_config_registry: registry.address,
    pnpm_config_registry: registry.address,
    npm_config_replace_registry_host: 'never',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  }
}, 120_000)

afterAll(async () => {
  await registry.stop()
  rmSync(root, { recursive: true, force: true })
}, 60_000)

describe.each(['npm', 'pnpm'])('with %s, as "npm create fw" makes it,', (pm) => {
  verifies(
    'create.templates',
    'the template api passes check and tests, is built, and serves',
    async () => {
      const folder = await create('api', pm)
      for (const script of ['check', 'test', 'build']) await shell(`${pm} run ${script}`, folder)
      await started(folder, async (address) => {
        const body = JSON.stringify({ text: 'Buy milk.' })
        const response = await fetch(`${address}/notes`, { method: 'POST', body })
        expect(response.status).toBe(201)
        expect((await fetch(`${address}/docs`)).status).toBe(200)
      })
    },
    180_000,
  )
})

/** What a new user types; the cache of npm keeps what was tried before. */
async function create(template: string, pm: string): Promise<string> {
  const name = `${template}-${pm}`
  const cache = join(root, 'cache')
  const words = [
    'create',
    '--yes',
    'fw@latest',
    name,
    '--',
    `--template=${template}`,
    `--pm=${pm}`,
    '--no-install',
  ]
  await run('npm', words, { cwd: root, env: { ...environment, npm_config_cache: cache } })
  const folder = join(root, name)
  await shell(
    `${pm} install ${pm === 'npm' ? '--prefer-offline' : '--prefer-offline --no-frozen-lockfile'}`,
    folder,
  )
  return folder
}

async function shell(command: string, cwd: string): Promise<string> {
  const [program = '', ...words] = command.split(' ')
  try {
    return (await run(program, words, { cwd, env: environment })).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} has failed:\n${stdout}\n${stderr}`, { cause: error })
  }
}

/** Serves what was built, on a free port, as long as it is used. */
async function started(folder: string, use: (address: string) => Promise<void>): Promise<void> {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(scripts.start).toBe('NODE_ENV=production fw serve')
  const server = spawn(process.execPath, ['node_modules/fw/bin/fw', 'serve'], {
    cwd: folder,
    env: { ...environment, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0' },
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

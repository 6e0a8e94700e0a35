import { execFile } from 'node:child_process'
import {
  copyFileSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { obtain } from '../../packages/core/test/support/obtain.ts'
import { innerTimeouts } from '../../packages/core/test/support/inner-vitest.ts'
import { createFw } from '../../packages/create/test/run-program.ts'
import { createPostgresDatabase } from '../../packages/query/test/databases/scratch-database.ts'
import { describeWith } from '../../packages/query/test/databases/servers.ts'
import { repositoryRoot } from '../repository.ts'
import { Registry } from './registry.ts'
import { shell } from './shell.ts'

const run = promisify(execFile)
const root = mkdtempSync(join(tmpdir(), 'fw-parts-'))
const parts = ['database', 'postgres', 'web', 'auth', 'queue', 'schedule', 'telemetry', 'agent']

/** For any two parts there is a set with both, one with either of them, and one with none. */
const sets = [
  parts,
  ['auth', 'web', 'agent'],
  ['auth', 'database', 'queue', 'schedule'],
  ['web', 'database', 'postgres', 'telemetry'],
  ['agent', 'queue', 'telemetry'],
  ['postgres', 'schedule'],
].map((chosen) => ({ names: chosen.join(', '), chosen }))

const registry = new Registry()
const inherited = Object.entries(process.env).filter(
  ([key]) => !/^(npm_|VITEST|NODE_ENV|DATABASE_URL)/.test(key),
)
const environment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(inherited),
  PATH: `${join(repositoryRoot, 'node_modules/.bin')}:${process.env['PATH']}`,
  NO_COLOR: '1',
  CI: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_replace_registry_host: 'never',
}

/** Installs the packages of all parts once; each project below uses them. */
beforeAll(async () => {
  await registry.start()
  const words = await wordsOf('installed', parts)
  await run('npm', ['run', 'create', '--', ...words], { cwd: repositoryRoot, env: environment })
  await run('npm', ['install', '--prefer-offline'], {
    cwd: join(root, 'installed'),
    env: { ...environment, npm_config_registry: registry.address },
  })
}, 300_000)

afterAll(async () => {
  await registry.stop()
  rmSync(root, { recursive: true, force: true })
})

test('any two parts are tested together, each without the other, and without both', () => {
  const combinations = parts.flatMap((first, index) =>
    parts.slice(index + 1).map((second) => {
      const found = sets.map(({ chosen }) => [first, second].map((part) => chosen.includes(part)))
      return [first, second, new Set(found.map(String)).size]
    }),
  )
  expect(combinations.filter(([, , size]) => size !== 4)).toEqual([])
})

test.for(sets.filter(({ chosen }) => !chosen.includes('postgres')))(
  'a project with $names passes check and tests',
  { timeout: 300_000 },
  async ({ chosen }) => passes(chosen),
)

await describeWith('postgres', 'on PostgreSQL', (url) => {
  test.for(sets.filter(({ chosen }) => chosen.includes('postgres')))(
    'a project with $names passes check and tests',
    { timeout: 300_000 },
    async ({ chosen }) => {
      const database = await createPostgresDatabase(url)
      try {
        await passes(chosen, { DATABASE_URL: database.url })
      } finally {
        await database.drop()
      }
    },
  )
})

async function passes(chosen: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<void> {
  const folder = await create(chosen.join('-'), chosen)
  symlinkSync(join(root, 'installed/node_modules'), join(folder, 'node_modules'))
  if (chosen.includes('database')) {
    copyFileSync(join(folder, '.env.example'), join(folder, '.env'))
  }
  const env = { ...environment, ...settings }
  await shell('npm run check', folder, env)
  expect(await shell(`npm run test -- ${innerTimeouts.join(' ')}`, folder, env)).toMatch(
    /Tests +[1-9]\d* passed/,
  )
  if (chosen.includes('web')) await shell('npm run build', folder, env)
}

test('a renamed field is an error in the page, as the documentation shows it', async () => {
  const folder = await create('renamed', ['web'])
  symlinkSync(join(root, 'installed/node_modules'), join(folder, 'node_modules'))
  const file = join(folder, 'src/notes.ts')
  const renamed = readFileSync(file, 'utf8')
    .replaceAll('readonly text: string', 'readonly title: string')
    .replace('written.text', 'written.title')
  writeFileSync(file, renamed)
  await shell('npx fw client', folder, environment)

  const page = readFileSync(join(repositoryRoot, 'packages/core/docs/new-projects.md'), 'utf8')
  const [, errors = ''] = /\$ npx tsc -p web\n([^`]+)/.exec(page) ?? []
  await expect(shell('npx tsc -p web', folder, environment)).rejects.toThrow(
    `has failed:\n${errors}`,
  )
}, 300_000)

test('parts install the packed packages, and request no package of fw from a registry', async () => {
  const { dependencies } = JSON.parse(
    readFileSync(join(root, 'installed/package.json'), 'utf8'),
  ) as { dependencies: Record<string, string> }
  const packed = globSync('*.tgz', { cwd: await obtain('packed') })
  for (const name of ['auth', 'core', 'migrate', 'query', 'queue', 'schedule', 'telemetry']) {
    expect(dependencies[`@fw/${name}`]).toBe(`file:packed/fw-${name}-0.1.0.tgz`)
    expect(packed).toContain(`fw-${name}-0.1.0.tgz`)
  }
  expect(registry.asked).toEqual([])
})

async function create(name: string, chosen: readonly string[]): Promise<string> {
  expect(await createFw(root, await wordsOf(name, chosen))).toMatchObject({ code: 0 })
  return join(root, name)
}

async function wordsOf(name: string, chosen: readonly string[]): Promise<string[]> {
  const flags = [...chosen.map((part) => `--${part}`), '--no-install', '--no-git', '--pm=npm']
  return [join(root, name), `--packages=${await obtain('packed')}`, ...flags]
}

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../spec/verifies.ts'
import { createFw, emptyFolder, program, startCreateFw } from './run-program.ts'

verifies(
  'create.questions',
  'without a terminal nothing is asked, and the defaults are printed',
  async () => {
    const folder = emptyFolder()
    const { code, stdout } = await createFw(folder, ['--no-install'])
    expect({ code, first: stdout.split('\n')[0] }).toEqual({
      code: 0,
      first: 'create-fw fw-app --template api --pm npm --no-install',
    })
    expect(readdirSync(join(folder, 'fw-app'))).toContain('package.json')
  },
)

verifies(
  'create.questions',
  'in a terminal it asks for folder, template and installation',
  async () => {
    const folder = emptyFolder()
    const shown = inTerminal(folder, `${process.execPath} ${program}`, 'shop\nnothing\napi\nno\n')
    expect(shown).toContain('Folder [fw-app]')
    expect(shown.match(/Template \([^)]*\) \[api\]/g)?.length).toBeGreaterThan(1)
    expect(shown).toContain('Install the packages [yes]')
    expect(existsSync(join(folder, 'shop/package.json'))).toBe(true)
  },
)

verifies('create.questions', 'in a terminal a flag means that nothing is asked', () => {
  const folder = emptyFolder()
  const shown = inTerminal(folder, `${process.execPath} ${program} --no-install`, '')
  expect(shown).not.toContain('Folder')
  expect(existsSync(join(folder, 'fw-app/package.json'))).toBe(true)
})

verifies('create.words', 'a word that is unknown ends it with 2 and writes nothing', async () => {
  const folder = emptyFolder()
  const refused = {
    '--templat=api': '--templat is not a flag of create-fw. create-fw --help lists them.',
    '--template=blog': '--template blog is unknown. Write one of: ',
    '--pm=pip': '--pm pip is unknown. Write one of: npm, pnpm, yarn, bun.',
    '--template': '--template needs a value. create-fw --help lists them.',
    '--yes=no': '--yes takes no value. Write --yes alone.',
    'add cake': 'add cake is unknown. Write one of: ',
    add: 'create-fw add what? Write one of: ',
    'shop api': 'create-fw takes one folder, but got shop, api. With npm, flags must follow --',
  }
  for (const [words, message] of Object.entries(refused)) {
    const { code, stderr } = await createFw(folder, words.split(' '))
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
  }
  expect(readdirSync(folder)).toEqual([])
})

test('a folder that cannot be written is named with the reason', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'notes'), '')
  const { code, stderr } = await createFw(folder, ['notes/shop', '--no-install'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `${join(folder, 'notes/shop')}: a file exists where a folder is needed. Use a folder that you have permission to write to.\n`,
  })
})

verifies('create.foreign-files', 'foreign files are named, and nothing is written', async () => {
  const folder = emptyFolder()
  for (const name of ['notes.txt', 'LICENSE', 'a.ts']) writeFileSync(join(folder, name), name)
  const { code, stderr } = await createFw(folder, ['.', '--no-install'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `${folder} contains other files: a.ts, notes.txt. Use an empty folder, or move them.\n`,
  })
  expect(readdirSync(folder)).toHaveLength(3)
})

test('a file where the folder is to be is foreign, too', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'shop'), '')
  const { code, stderr } = await createFw(folder, ['shop', '--yes'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining('contains other files'),
  })
})

verifies(
  'create.foreign-files',
  'a repository with a licence and a README keeps them',
  async () => {
    const folder = emptyFolder()
    mkdirSync(join(folder, '.git'))
    for (const name of ['LICENSE.md', 'README.md']) writeFileSync(join(folder, name), 'mine')
    const { code } = await createFw(folder, ['.', '--no-install', '--no-git'])
    expect({ code, readme: readFileSync(join(folder, 'README.md'), 'utf8') }).toEqual({
      code: 0,
      readme: 'mine',
    })
  },
)

verifies('create.interrupted', 'an interrupted installation leaves nothing behind', async () => {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'shop'))
  writeFileSync(join(folder, 'shop/LICENSE'), 'mine')
  const { connected, environment } = await silentRegistry()
  const { child, ended } = startCreateFw(folder, ['shop', '--pm=npm'], environment)
  await connected
  expect(existsSync(join(folder, 'shop/package.json'))).toBe(true)
  child.kill('SIGINT')
  expect((await ended).code).toBe(130)
  expect(readdirSync(join(folder, 'shop'))).toEqual(['LICENSE'])
})

verifies('create.interrupted', 'a folder that was made for the project goes, too', async () => {
  const folder = emptyFolder()
  const { connected, environment } = await silentRegistry()
  const { child, ended } = startCreateFw(folder, ['some/where/shop', '--pm=npm'], environment)
  await connected
  child.kill('SIGTERM')
  expect((await ended).code).toBe(130)
  expect(readdirSync(folder)).toEqual([])
})

verifies('create.failed-install', 'a registry that is not there leaves the files', async () => {
  const folder = emptyFolder()
  const { code, stderr } = await createFw(folder, ['shop', '--pm=npm'], {
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_fetch_retries: '0',
    npm_config_cache: join(folder, 'cache'),
  })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining(
      `"npm install" failed in ${join(folder, 'shop')}: exit 1. The files are kept; run it again there.`,
    ),
  })
  expect(readdirSync(join(folder, 'shop'))).toContain('src')
})

verifies('create.failed-install', 'programs that are not installed are named', async () => {
  const folder = emptyFolder()
  const { stdout, stderr } = await createFw(folder, ['My Shop', '--pm=pnpm'], { PATH: folder })
  expect(stdout).toBe(
    'create-fw "My Shop" --template api --pm pnpm\nGit is not installed, so no repository was created\n',
  )
  expect(stderr).toContain(': pnpm is not installed. The files are kept; run it again there.')
})

verifies(
  'create.versions',
  'every release is exact, and the one that the repository tests',
  async () => {
    const folder = emptyFolder()
    await createFw(folder, ['shop', '--no-install'])
    const manifests = globSync('shop/**/package.json', { cwd: folder }).map((path) =>
      JSON.parse(readFileSync(join(folder, path), 'utf8')),
    )
    for (const { dependencies, devDependencies } of manifests) {
      const named: Record<string, string> = { ...dependencies, ...devDependencies }
      for (const [name, version] of Object.entries(named)) {
        const file = join(import.meta.dirname, '../../../node_modules', name, 'package.json')
        expect({ name, version }).toEqual({
          name,
          version: JSON.parse(readFileSync(file, 'utf8')).version,
        })
      }
    }
  },
)

verifies('create.repository', 'a repository is made, but not inside of another', async () => {
  const folder = emptyFolder()
  await createFw(folder, ['shop', '--no-install'])
  await createFw(folder, ['shop/inner', '--no-install'])
  await createFw(folder, ['plain', '--no-install', '--no-git'])
  expect(globSync('**/.git', { cwd: folder })).toEqual(['shop/.git'])
})

verifies('create.json', 'standard output is one JSON text', async () => {
  const folder = emptyFolder()
  const words = [
    'shop',
    '--json',
    '--no-git',
    '--no-install',
    '--no-docker',
    '--no-ci',
    '--pm=pnpm',
  ]
  const { stdout } = await createFw(folder, words)
  const told = JSON.parse(stdout)
  expect(told).toMatchObject({ folder: join(folder, 'shop'), template: 'api', pm: 'pnpm' })
  expect(told.commands).toEqual(['cd shop', 'pnpm install', 'pnpm dev'])
  expect(told.files.toSorted()).toEqual(filesBelow(told.folder))
  expect(told.files.filter((path: string) => /docker|compose|github/i.test(path))).toEqual([])
})

const managers = ['npm', 'pnpm', 'yarn', 'bun']

test.each(managers)('no value is left to fill in, with %s', async (pm) => {
  const folder = emptyFolder()
  for (const template of ['api', 'postgres', 'agent', 'monorepo']) {
    const words = [template, `--template=${template}`, `--pm=${pm}`, '--no-install', '--no-git']
    await createFw(folder, words)
    const read = (file: string) => readFileSync(join(folder, template, file), 'utf8')
    for (const file of filesBelow(join(folder, template))) {
      expect(read(file)).not.toMatch(/__\w+__|"\*"/)
    }
    expect(read('README.md')).toMatch(new RegExp(`^# ${template}\n`))
  }
})

test('the manager is the one that runs create-fw', async () => {
  const folder = emptyFolder()
  const environment = { npm_config_user_agent: 'pnpm/11.28.11 npm/? node/v26.10.0 linux x64' }
  const { stdout } = await createFw(folder, ['shop', '--no-install'], environment)
  expect(stdout).toContain('--pm pnpm')
})

test.each([
  ['My Shop', 'my-shop'],
  ['.hidden', 'hidden'],
  ['fw', 'fw-app'],
  ['Überall', 'berall'],
])('a folder called %s makes a package called %s', async (name, expected) => {
  const folder = emptyFolder()
  await createFw(folder, [name, '--no-install'])
  const { name: actual } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'))
  expect(actual).toBe(expected)
})

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

/** What a terminal shows of a command whose user types these lines. */
function inTerminal(cwd: string, command: string, input: string): string {
  const words = ['--quiet', '--return', '--command', command, '/dev/null']
  return execFileSync('script', words, { cwd, input, encoding: 'utf8' })
}

/** A registry that takes connections and never answers. */
async function silentRegistry() {
  const server = createServer()
  const connected = once(server, 'connection')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { connected, environment: { npm_config_registry: `http://127.0.0.1:${port}` } }
}

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parseYaml } from '../../core/test/support/parse-yaml.ts'
import { createFw, emptyFolder, packages, packed, program, startCreateFw } from './run-program.ts'

const managers = ['npm', 'pnpm', 'yarn', 'bun']

test('without a terminal, there are no questions, and the defaults are printed', async () => {
  const folder = emptyFolder()
  const { code, stdout } = await startCreateFw(folder, ['--no-install']).ended
  expect({ code, first: stdout.split('\n')[0] }).toEqual({
    code: 0,
    first: `@fw/create fw-app --template api --pm npm --no-install --packages ${packages}`,
  })
  expect(readdirSync(join(folder, 'fw-app'))).toContain('package.json')
})

test('in a terminal, it asks for folder, parts, folders and installation', async () => {
  const folder = emptyFolder()
  const shown = await inTerminal(folder, `${process.execPath} ${program} ${packed}`, [
    ['Folder', `shop${enter}`],
    ['Parts', space + down + down + space + enter],
    ['Folders', down + enter],
    ['Packages', down + enter],
  ])
  expect(shown).toContain('orders in SQLite, with migrations')
  expect(valuesIn(shown)).toEqual({
    Folder: 'shop',
    Parts: 'database, web',
    Folders: 'monorepo',
    Packages: 'later',
  })
  expect(shown).toContain(
    `@fw/create shop --template monorepo --database --pm npm --no-install --packages ${packages}`,
  )
  expect(existsSync(join(folder, 'shop/apps/api/src/orders.ts'))).toBe(true)
})

test('in a terminal, Enter selects the defaults', async () => {
  const folder = emptyFolder()
  const command = `${process.execPath} ${program} ${packed}`
  const shown = await inTerminal(folder, command, [
    ['Folder', enter],
    ['Parts', enter],
    ['Packages', down + enter],
  ])
  expect(valuesIn(shown)).toEqual({ Folder: 'fw-app', Parts: 'none', Packages: 'later' })
  expect(existsSync(join(folder, 'fw-app/src/notes.ts'))).toBe(true)
})

test.each([
  ['Ctrl+C', '\u0003', 130, ''],
  ['the end of the input (Ctrl+D)', '\u0004', 2, 'The input has ended. Use flags instead.'],
])('%s at a prompt creates no files', async (_, key, code, message) => {
  const folder = emptyFolder()
  const command = `${process.execPath} ${program} ${packed}; echo "exit $?"`
  const shown = await inTerminal(folder, command, [
    ['Folder', `shop${enter}`],
    ['Parts', space + key],
  ])
  expect(shown).toContain(`exit ${code}\r\n`)
  expect(shown).toContain(message)
  expect(readdirSync(folder)).toEqual([])
})

test('parts are added to those of the template', async () => {
  const folder = emptyFolder()
  const args = ['shop', '--template=agent', '--schedule', '--auth', '--agent', '--no-install']
  const { stdout } = await createFw(folder, args)
  expect(stdout.split('\n')[0]).toBe(
    `@fw/create shop --template agent --auth --schedule --pm npm --no-install --packages ${packages}`,
  )
  const sources = readdirSync(join(folder, 'shop/src')).toSorted()
  expect(sources).toEqual(['callers.ts', 'daily-summary.ts', 'library.ts'])
})

test('--database=postgres is --postgres, and --database=sqlite is --database', async () => {
  const folder = emptyFolder()
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  for (const [name, packages, url] of [
    ['sqlite', [], 'sqlite:'],
    ['postgres', ['pg'], 'postgres:'],
  ] as const) {
    await createFw(folder, [name, `--database=${name}`, '--queue', '--no-install'])
    const { dependencies } = JSON.parse(read(`${name}/package.json`))
    expect(Object.keys(dependencies).filter((key) => key === 'pg')).toEqual(packages)
    for (const file of ['.env.example', 'compose.yaml', '.github/workflows/check.yml']) {
      expect(read(`${name}/${file}`)).toMatch(new RegExp(`DATABASE_URL[=:] ?${url}`))
    }
  }
})

test('a project with SQLite starts without Docker, and its containers share the file', async () => {
  const folder = emptyFolder()
  await createFw(folder, ['shop', '--database', '--queue', '--no-install'])
  const read = (file: string) => readFileSync(join(folder, 'shop', file), 'utf8')
  expect(read('README.md')).not.toContain('docker compose up --detach')
  const settings = {
    environment: { DATABASE_URL: 'sqlite:/home/node/app.sqlite' },
    volumes: ['data:/home/node'],
  }
  expect(parseYaml(read('compose.yaml'))).toMatchObject({
    services: { app: settings, worker: settings },
    volumes: { data: null },
  })
})

test('--help describes each part and each template', async () => {
  const { stdout } = await createFw(emptyFolder(), ['--help'])
  for (const part of [
    'database',
    'postgres',
    'web',
    'auth',
    'queue',
    'schedule',
    'telemetry',
    'agent',
  ]) {
    expect(stdout).toMatch(new RegExp(`^  --${part} +\\w`, 'm'))
  }
  expect(stdout).toMatch(/^    postgres +--postgres --queue$/m)
})

test('in a terminal, a flag skips all questions', async () => {
  const folder = emptyFolder()
  const shown = await inTerminal(folder, `${process.execPath} ${program} ${packed} --no-install`)
  expect(shown).not.toContain('Folder')
  expect(existsSync(join(folder, 'fw-app/package.json'))).toBe(true)
})

test('an unknown argument exits with 2 and writes nothing', async () => {
  const folder = emptyFolder()
  const refused = {
    '--templat=api':
      '--templat is not a flag of @fw/create. npx @fw/create --help lists the flags.',
    '--template=blog': '--template blog is unknown. Write one of: ',
    '--pm=pip': '--pm pip is unknown. Write one of: npm, pnpm, yarn, bun.',
    '--template': '--template needs a value. npx @fw/create --help lists the flags.',
    '--database=mysql': '--database takes no value. Write --database alone.',
    '--yes=no': '--yes takes no value. Write --yes alone.',
    'add cake': 'add cake is unknown. Write one of: ',
    add: '@fw/create add needs the name of a part. Write one of: ',
    'shop api': '@fw/create takes one folder, but got shop, api. With npm, flags must follow --',
  }
  for (const [args, message] of Object.entries(refused)) {
    const { code, stderr } = await createFw(folder, args.split(' '))
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
  }
  expect(readdirSync(folder)).toEqual([])
})

test('an old Node is reported, with where to get a newer one', async () => {
  const folder = emptyFolder()
  const versions = JSON.stringify({ ...process.versions, node: '20.20.2' })
  const old = `Object.defineProperty(process, 'versions', { value: ${versions} })`
  const NODE_OPTIONS = `--import="data:text/javascript,${encodeURIComponent(old)}"`
  const { code, stderr } = await startCreateFw(folder, ['shop'], { NODE_OPTIONS }).ended
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      '@fw/create needs Node 22.18 or later. This is Node 20.20.2. Install a newer one from https://nodejs.org, or run "nvm install --lts".\n',
  })
  expect(readdirSync(folder)).toEqual([])
})

test('a warning follows if the Node of the shell is older than that of the clone', async () => {
  const folder = emptyFolder()
  const npm_node_execpath = join(folder, 'node')
  writeFileSync(npm_node_execpath, '#!/bin/sh\necho v20.20.2\n', { mode: 0o755 })
  const flags = ['shop', '--no-install', '--no-git']
  const { code, stderr } = await createFw(folder, flags, { npm_node_execpath })
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr:
      '\nThe project needs Node 22.18 or later. This shell has Node 20.20.2. Install a newer one from https://nodejs.org, or run "nvm install --lts".\n',
  })
})

test('a folder that cannot be written is reported with the reason', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'notes'), '')
  const { code, stderr } = await createFw(folder, ['notes/shop', '--no-install'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `${join(folder, 'notes/shop')}: a file exists where a folder is needed. Fix this, or use another folder.\n`,
  })
})

test('existing files are reported, and nothing is written', async () => {
  const folder = emptyFolder()
  for (const name of ['notes.txt', 'LICENSE', 'a.ts']) writeFileSync(join(folder, name), name)
  const { code, stderr } = await createFw(folder, ['.', '--no-install'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `${folder} already contains files: a.ts, notes.txt. Use an empty folder, or move them.\n`,
  })
  expect(readdirSync(folder)).toHaveLength(3)
})

test('a file in place of the folder is reported too', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'shop'), '')
  const { code, stderr } = await createFw(folder, ['shop', '--yes'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining('already contains files'),
  })
})

test('a repository with a licence and a README keeps them', async () => {
  const folder = emptyFolder()
  mkdirSync(join(folder, '.git'))
  for (const name of ['LICENSE.md', 'README.md']) writeFileSync(join(folder, name), 'mine')
  const { code } = await createFw(folder, ['.', '--no-install', '--no-git'])
  expect({ code, readme: readFileSync(join(folder, 'README.md'), 'utf8') }).toEqual({
    code: 0,
    readme: 'mine',
  })
})

test('an interrupted installation leaves nothing behind', async () => {
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

test('a folder that was created for the project is removed too', async () => {
  const folder = emptyFolder()
  const { connected, environment } = await silentRegistry()
  const { child, ended } = startCreateFw(folder, ['some/where/shop', '--pm=npm'], environment)
  await connected
  child.kill('SIGTERM')
  expect((await ended).code).toBe(130)
  expect(readdirSync(folder)).toEqual([])
})

test('an unavailable registry leaves the files', async () => {
  const folder = emptyFolder()
  const { code, stderr } = await startCreateFw(folder, ['shop', '--pm=npm'], {
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_fetch_retries: '0',
    npm_config_cache: join(folder, 'cache'),
  }).ended
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining(
      `"npm install" failed in ${join(folder, 'shop')}: exit code 1. The files are kept. Run the command again there.`,
    ),
  })
  expect(readdirSync(join(folder, 'shop'))).toContain('src')
})

test('missing programs are reported', async () => {
  const folder = emptyFolder()
  const { stdout, stderr } = await createFw(folder, ['My Shop', '--pm=pnpm'], { PATH: folder })
  expect(stdout).toBe(
    `@fw/create "My Shop" --template api --pm pnpm --packages ${packages}\nGit is not installed, so no repository was created\n`,
  )
  expect(stderr).toContain(
    ': pnpm is not installed. The files are kept. Run the command again there.',
  )
})

test('every version is exact, and the one that the repository tests', async () => {
  const folder = emptyFolder()
  await createFw(folder, ['shop', '--no-install'])
  const manifests = globSync('shop/**/package.json', { cwd: folder }).map((path) =>
    JSON.parse(readFileSync(join(folder, path), 'utf8')),
  )
  for (const { dependencies, devDependencies } of manifests) {
    const named: Record<string, string> = { ...dependencies, ...devDependencies }
    for (const [name, version] of Object.entries(named)) {
      if (name.startsWith('@fw/')) {
        expect(version).toBe(`file:packed/fw-${name.slice(4)}-0.1.0.tgz`)
        expect(existsSync(join(folder, 'shop', version.slice(5)))).toBe(true)
        continue
      }
      const file = join(import.meta.dirname, '../../../node_modules', name, 'package.json')
      expect({ name, version }).toEqual({
        name,
        version: JSON.parse(readFileSync(file, 'utf8')).version,
      })
    }
  }
})

test('each package manager is configured to find the packages', async () => {
  const folder = emptyFolder()
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  for (const pm of managers) {
    await createFw(folder, [pm, '--template=monorepo', `--pm=${pm}`, '--no-install', '--no-git'])
    const own = JSON.parse(read(`${pm}/package.json`))
    const api = JSON.parse(read(`${pm}/apps/api/package.json`))
    expect(own.dependencies).toEqual({ '@fw/core': 'file:packed/fw-core-0.1.0.tgz' })
    expect(api.dependencies).toMatchObject({ '@fw/core': 'file:../../packed/fw-core-0.1.0.tgz' })
    expect(read(`${pm}/.npmrc`)).toMatch(/^@fw:registry=\S+\.invalid\/$/m)
    const result = JSON.stringify(
      own.overrides ?? own.resolutions ?? read(`${pm}/pnpm-workspace.yaml`),
    )
    for (const file of globSync('fw-*.tgz', { cwd: packages })) {
      expect(result).toContain(`file:packed/${file}`)
      expect(readFileSync(join(folder, pm, 'packed', file))).toEqual(
        readFileSync(join(packages, file)),
      )
    }
  }
})

test('a clone without packed packages writes nothing', async () => {
  const folder = emptyFolder()
  const repository = join(import.meta.dirname, '../../..')
  const without = spawnSync(process.execPath, [program, 'shop'], { cwd: folder, encoding: 'utf8' })
  expect({ code: without.status, stderr: without.stderr }).toEqual({
    code: 2,
    stderr: `The packages of fw are not on npm yet. Packages with these names may belong to others. Run "npm run pack" in ${repository}, and add --packages ${join(repository, 'packed')}.\n`,
  })
  const lacking = await createFw(folder, ['shop', '--packages=nowhere'])
  expect({ code: lacking.code, stderr: lacking.stderr }).toEqual({
    code: 2,
    stderr: `${join(folder, 'nowhere')} has no fw-core-0.1.0.tgz. Run "npm run pack" in a clone of the repository, and pass its folder "packed".\n`,
  })
  expect(readdirSync(folder)).toEqual([])
})

test('a repository is created, but not inside another one', async () => {
  const folder = emptyFolder()
  await createFw(folder, ['shop', '--no-install'])
  await createFw(folder, ['shop/inner', '--no-install'])
  await createFw(folder, ['plain', '--no-install', '--no-git'])
  expect(globSync('**/.git', { cwd: folder })).toEqual(['shop/.git'])
})

test('standard output is one JSON text', async () => {
  const folder = emptyFolder()
  const args = ['shop', '--json', '--no-git', '--no-install', '--no-docker', '--no-ci', '--pm=pnpm']
  const { stdout } = await createFw(folder, args)
  const result = JSON.parse(stdout)
  expect(result).toMatchObject({ folder: join(folder, 'shop'), template: 'api', pm: 'pnpm' })
  expect(result.parts).toEqual(['lint', 'agents'])
  expect(result.commands).toEqual(['cd shop', 'pnpm install', 'pnpm dev'])
  expect(result.files.toSorted()).toEqual(filesBelow(result.folder))
  expect(result.files.filter((path: string) => /docker|compose|github/i.test(path))).toEqual([])
})

test('the commands name a distant folder by its absolute path', async () => {
  const path = join(emptyFolder(), 'shop')
  const from = join(emptyFolder(), 'a/b')
  mkdirSync(from, { recursive: true })
  const { stdout } = await createFw(from, [path, '--json', '--no-git', '--no-install'])
  expect(JSON.parse(stdout).commands[0]).toBe(`cd ${path}`)
})

test.each(managers)('no placeholder is left, with %s', async (pm) => {
  const folder = emptyFolder()
  for (const template of ['api', 'postgres', 'agent', 'monorepo']) {
    const args = [template, `--template=${template}`, `--pm=${pm}`, '--no-install', '--no-git']
    await createFw(folder, args)
    const read = (file: string) => readFileSync(join(folder, template, file), 'utf8')
    for (const file of filesBelow(join(folder, template))) {
      expect(read(file)).not.toMatch(/__\w+__|"\*"/)
    }
    expect(read('README.md')).toMatch(new RegExp(`^# ${template}\n`))
  }
})

test('the package manager is the one that runs @fw/create', async () => {
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

const [enter, space, down] = ['\r', ' ', '\u001b[B']

/** Returns what a terminal shows for a command whose user presses these keys at each question. */
async function inTerminal(
  cwd: string,
  command: string,
  questions: readonly (readonly [title: string, keys: string])[] = [],
): Promise<string> {
  const sized = `stty cols 120 rows 40; ${command}`
  const args = ['--quiet', '--return', '--command', sized, '/dev/null']
  const terminal = spawn('script', args, { cwd })
  const ended = once(terminal, 'close')
  const waiting = [...questions]
  let shown = ''
  terminal.stdout.on('data', (chunk) => {
    shown += String(chunk)
    const [next] = waiting
    if (!next || !stripVTControlCharacters(shown).includes(`◆  ${next[0]}\r\n`)) return
    waiting.shift()
    terminal.stdin.write(next[1])
  })
  await ended
  return stripVTControlCharacters(shown)
}

/** The values that a terminal shows after each question. */
function valuesIn(shown: string): Record<string, string> {
  const lines = shown.matchAll(/◇ {2}(\w+)\r\n│ {2}(.*?)\r\n/g)
  return Object.fromEntries([...lines].map(([, title = '', value = '']) => [title, value]))
}

/** A registry that accepts connections and never responds. */
async function silentRegistry() {
  const server = createServer()
  const connected = once(server, 'connection')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { connected, environment: { npm_config_registry: `http://127.0.0.1:${port}` } }
}

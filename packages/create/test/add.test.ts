import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseYaml } from '../../core/test/support/parse-yaml.ts'
import { createFw, emptyFolder } from './run-program.ts'

const application = {
  name: 'shop',
  scripts: { check: 'my-check' },
  dependencies: { '@fw/core': '0.1.0' },
}

test('missing files are written, and package.json is completed', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'package.json'), JSON.stringify(application))
  writeFileSync(join(folder, 'Dockerfile'), 'mine')
  const { code, stdout } = await createFw(folder, ['add', 'docker', 'lint', '--no-install'])
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout:
      'wrote    .dockerignore\nwrote    compose.yaml\nwrote    .oxlintrc.json\n' +
      'changed  package.json\nkept     Dockerfile\nnext     npm install\n',
  })
  expect(readFileSync(join(folder, 'Dockerfile'), 'utf8')).toBe('mine')
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
    ...application,
    devDependencies: { oxlint: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
  })
})

test('a part that already exists changes nothing', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'package.json'), JSON.stringify(application))
  await createFw(folder, ['add', 'ci', '--no-install'])
  const before = readFileSync(join(folder, 'package.json'), 'utf8')
  const { stdout } = await createFw(folder, ['add', 'ci', '--json'])
  expect(JSON.parse(stdout)).toEqual({
    folder,
    files: [],
    kept: ['.github/workflows/check.yml'],
    commands: [],
  })
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe(before)
})

test('a folder without an application is an error', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'package.json'), '{"dependencies":{"express":"5.0.0"}}')
  const { code, stderr } = await createFw(folder, ['add', 'docker'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `${folder} has no package.json with a dependency on @fw/core. Run npx @fw/create add in an application.\n`,
  })
  expect(readdirSync(folder)).toEqual(['package.json'])
})

test('a package.json that is not JSON is reported, even in a parent folder', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'package.json'), '{ "name": ')
  const result = `${join(folder, 'package.json')} is not valid JSON: Unexpected end of JSON input. Fix it, and run this again.\n`
  expect(await createFw(folder, ['add', 'ci'])).toMatchObject({ code: 1, stderr: result })
  mkdirSync(join(folder, 'shop'))
  writeFileSync(join(folder, 'shop/package.json'), JSON.stringify(application))
  expect(await createFw(join(folder, 'shop'), ['add', 'ci'])).toMatchObject({
    code: 1,
    stderr: result,
  })
})

interface Workflow {
  readonly jobs: Readonly<Record<string, object>>
}

const wholes = {
  database: [
    '.env.example',
    'migrations/20260101000000_create_orders.sql',
    'package.json',
    'src/orders.ts',
    'test/database.ts',
    'test/orders.test.ts',
  ],
  postgres: [
    '.env.example',
    'migrations/20260101000000_create_orders.sql',
    'package.json',
    'src/orders.ts',
    'test/database.ts',
    'test/orders.test.ts',
  ],
  web: [
    'src/notes.ts',
    'test/notes.test.ts',
    'package.json',
    'web/index.html',
    'web/src/main.ts',
    'web/tsconfig.json',
    'web/vite.config.ts',
  ],
  auth: ['.env.example', 'package.json', 'src/callers.ts', 'test/callers.test.ts'],
  queue: ['.env.example', 'package.json', 'src/say-hello.ts', 'test/say-hello.test.ts'],
  schedule: ['.env.example', 'package.json', 'src/daily-summary.ts', 'test/daily-summary.test.ts'],
  telemetry: ['.env.example', 'package.json'],
  agent: ['.mcp.json', 'src/library.ts', 'test/library.test.ts'],
  docker: ['Dockerfile', '.dockerignore', 'compose.yaml'],
  ci: ['.github/workflows/check.yml'],
  client: ['package.json'],
  lint: ['.oxlintrc.json', 'package.json'],
  agents: ['AGENTS.md'],
}

const withoutPackages = new Set(['agent', 'docker', 'ci', 'client', 'agents'])

test.each(Object.entries(wholes))(
  'add %s writes everything that belongs to the part',
  async (part, files) => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'package.json'), '{"dependencies":{"@fw/core":"0.1.0"}}')
    const { code, stdout } = await createFw(folder, ['add', part, '--no-install', '--json'])
    expect({ code, told: JSON.parse(stdout) }).toEqual({
      code: 0,
      told: {
        folder,
        files,
        kept: [],
        commands: [
          ...(withoutPackages.has(part) ? [] : ['npm install']),
          ...(part === 'database' || part === 'postgres'
            ? ['cp .env.example .env', 'npm run migrate']
            : []),
        ],
      },
    })
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject(
      {
        database: { dependencies: { '@fw/query': '0.1.0' } },
        postgres: { dependencies: { '@fw/query': '0.1.0', pg: expect.any(String) } },
        web: { scripts: { dev: 'cd web && vite' }, fw: { client: { out: 'client' } } },
        queue: { scripts: { work: expect.any(String) }, dependencies: { '@fw/queue': '0.1.0' } },
        client: { scripts: { client: 'fw client' }, fw: { client: { out: 'client' } } },
        lint: { scripts: { check: expect.any(String) }, devDependencies: { '@fw/lint': '0.1.0' } },
      }[part] ?? { dependencies: { '@fw/core': '0.1.0' } },
    )
  },
)

test('a part that is added later is the same as one that was selected at creation', async () => {
  const folder = emptyFolder()
  const flags = ['--no-install', '--no-git']
  const added = ['web', 'auth', 'schedule', 'telemetry']
  await createFw(folder, ['a/shop', ...flags])
  await createFw(folder, ['b/shop', ...added.map((part) => `--${part}`), ...flags])
  await createFw(join(folder, 'a/shop'), ['add', ...added, '--no-install'])
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const below = (path: string) =>
    globSync(['*.*', '.*', '{src,test,web}/**/*.*'], { cwd: join(folder, path) }).toSorted()
  expect(below('a/shop')).toEqual(below('b/shop'))
  expect(JSON.parse(read('a/shop/package.json'))).toEqual(JSON.parse(read('b/shop/package.json')))
  const linesOf = (file: string) => new Set(read(file).replaceAll('5173', '8080').split('\n'))
  for (const file of ['.env.example', 'compose.yaml', '.oxlintrc.json', 'web/src/main.ts']) {
    expect(linesOf(`a/shop/${file}`)).toEqual(linesOf(`b/shop/${file}`))
  }
  const sections = (file: string) =>
    read(file)
      .match(/^## .*$/gm)
      ?.toSorted()
  expect(sections('a/shop/README.md')).toEqual(sections('b/shop/README.md'))
})

test('files that parts share keep the changes of the user', async () => {
  const folder = emptyFolder()
  await createFw(folder, ['shop', '--no-install', '--no-git'])
  const shop = join(folder, 'shop')
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(shop, file), change(readFileSync(join(shop, file), 'utf8')))
  edit('compose.yaml', (text) => text.replace("'8080:8080'", "'80:8080' # public"))
  edit('.env.example', (text) => `${text}# Mine\nDATABASE_URL=mysql://mine\n`)
  edit('package.json', (text) => text.replace('vitest run', 'my-test'))
  edit('README.md', (text) => `${text}\n## Mine\n\nText.\n`)
  await createFw(shop, ['add', 'postgres', 'queue', '--no-install'])

  const read = (file: string) => readFileSync(join(shop, file), 'utf8')
  const compose = parseYaml(read('compose.yaml'))
  expect(compose).toMatchObject({
    services: {
      app: { build: '.', ports: ['80:8080'], depends_on: { db: {} } },
      worker: { depends_on: ['app'] },
      db: { image: 'postgres:18' },
    },
    volumes: { data: null },
  })
  expect(read('compose.yaml')).toContain("'80:8080' # public")
  expect(read('.env.example').match(/^.*DATABASE_URL.*$/gm)).toEqual(['DATABASE_URL=mysql://mine'])
  const { scripts } = JSON.parse(read('package.json'))
  expect(scripts).toMatchObject({ test: 'my-test', migrate: 'fw migrate' })
  expect(read('README.md')).toContain('\n## Mine\n\nText.\n')
  expect(read('README.md')).toMatch(/`npm run work`: .*\n/)
  const { jobs } = parseYaml(read('.github/workflows/check.yml')) as Workflow
  expect(Object.keys(jobs['check'] ?? {})).toEqual([
    'runs-on',
    'timeout-minutes',
    'services',
    'env',
    'steps',
  ])
  const again = await createFw(shop, ['add', 'postgres', 'queue', '--json'])
  expect(JSON.parse(again.stdout).files).toEqual([])
})

test('parts come from the packed packages of the project', async () => {
  const folder = emptyFolder()
  await createFw(folder, ['one', '--no-install', '--no-docker'])
  await createFw(folder, ['many', '--template=monorepo', '--no-install'])
  await createFw(join(folder, 'one'), ['add', 'queue', 'docker', '--no-install'])
  await createFw(join(folder, 'many/apps/api'), ['add', 'queue', '--no-install'])
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  expect(JSON.parse(read('one/package.json')).dependencies).toMatchObject({
    '@fw/queue': 'file:packed/fw-queue-0.1.0.tgz',
  })
  expect(read('one/Dockerfile')).toContain('\nCOPY packed ./packed\n')
  expect(JSON.parse(read('many/apps/api/package.json')).dependencies).toMatchObject({
    '@fw/queue': 'file:../../packed/fw-queue-0.1.0.tgz',
  })
})

test('in a monorepo, each part is added in the right folder', async () => {
  const folder = emptyFolder()
  const args = ['--template=monorepo', '--pm=pnpm', '--no-install', '--no-docker']
  await createFw(folder, ['shop', ...args])
  const [shop, api] = [join(folder, 'shop'), join(folder, 'shop/apps/api')]
  writeFileSync(join(shop, 'pnpm-lock.yaml'), '')
  await createFw(shop, ['add', 'docker'])
  expect(readFileSync(join(shop, 'Dockerfile'), 'utf8')).toContain('WORKDIR /app/apps/api')
  expect(await createFw(shop, ['add', 'queue'])).toMatchObject({
    code: 1,
    stderr:
      '@fw/create add queue works on one application. Run it in the folder of the application, such as apps/api.\n',
  })
  expect(await createFw(api, ['add', 'queue', '--no-install'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('next     pnpm install'),
  })
  expect(await createFw(api, ['add', 'docker'])).toMatchObject({
    code: 1,
    stderr: `@fw/create add docker is for the whole repository. Run it in ${shop}.\n`,
  })
})

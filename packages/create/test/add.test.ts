import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifies } from '../../../spec/verifies.ts'
import { createFw, emptyFolder } from './run-program.ts'

const application = {
  name: 'shop',
  scripts: { check: 'my-check' },
  dependencies: { fw: '0.1.0' },
}

verifies(
  'create.add',
  'missing files are written, and package.json has what it lacked',
  async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'package.json'), JSON.stringify(application))
    writeFileSync(join(folder, 'Dockerfile'), 'mine')
    const { code, stdout } = await createFw(folder, ['add', 'docker', 'lint', '--no-install'])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        'wrote .dockerignore\nwrote compose.yaml\nwrote .oxlintrc.json\nwrote package.json\n' +
        'kept  Dockerfile\nnext  npm install\n',
    })
    expect(readFileSync(join(folder, 'Dockerfile'), 'utf8')).toBe('mine')
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      ...application,
      devDependencies: { oxlint: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    })
  },
)

verifies('create.add', 'what is there already changes nothing', async () => {
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

verifies('create.add', 'a folder without an application is refused', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'package.json'), '{"dependencies":{"express":"5.0.0"}}')
  const { code, stderr } = await createFw(folder, ['add', 'docker'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `${folder} has no package.json with a dependency on fw. Run create-fw add in an application.\n`,
  })
  expect(readdirSync(folder)).toEqual(['package.json'])
})

verifies(
  'create.add',
  'a package.json that is no JSON is named, also that of a folder above',
  async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'package.json'), '{ "name": ')
    const told = `${join(folder, 'package.json')} is not valid JSON: Unexpected end of JSON input. Fix it, and run this again.\n`
    expect(await createFw(folder, ['add', 'ci'])).toMatchObject({ code: 1, stderr: told })
    mkdirSync(join(folder, 'shop'))
    writeFileSync(join(folder, 'shop/package.json'), JSON.stringify(application))
    expect(await createFw(join(folder, 'shop'), ['add', 'ci'])).toMatchObject({
      code: 1,
      stderr: told,
    })
  },
)

const wholes = {
  docker: ['Dockerfile', '.dockerignore', 'compose.yaml'],
  ci: ['.github/workflows/check.yml'],
  queue: ['src/say-hello.ts', 'package.json'],
  client: ['package.json'],
  lint: ['.oxlintrc.json', 'package.json'],
  agents: ['AGENTS.md'],
}

test.each(Object.entries(wholes))('add %s writes all that the part is', async (part, files) => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'package.json'), '{"dependencies":{"fw":"0.1.0"}}')
  const { code, stdout } = await createFw(folder, ['add', part, '--no-install', '--json'])
  expect({ code, told: JSON.parse(stdout) }).toEqual({
    code: 0,
    told: {
      folder,
      files,
      kept: [],
      commands: part === 'queue' || part === 'lint' ? ['npm install'] : [],
    },
  })
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject(
    {
      queue: { scripts: { work: expect.any(String) }, dependencies: { '@fw/queue': '0.1.0' } },
      client: { scripts: { client: 'fw client' }, fw: { client: { out: 'client' } } },
      lint: { scripts: { check: expect.any(String) }, devDependencies: { '@fw/lint': '0.1.0' } },
    }[part] ?? { dependencies: { fw: '0.1.0' } },
  )
})

test('in a monorepo each part is added where it works', async () => {
  const folder = emptyFolder()
  const words = ['--template=monorepo', '--pm=pnpm', '--no-install', '--no-docker']
  await createFw(folder, ['shop', ...words])
  const [shop, api] = [join(folder, 'shop'), join(folder, 'shop/apps/api')]
  writeFileSync(join(shop, 'pnpm-lock.yaml'), '')
  await createFw(shop, ['add', 'docker'])
  expect(readFileSync(join(shop, 'Dockerfile'), 'utf8')).toContain('WORKDIR /app/apps/api')
  expect(await createFw(shop, ['add', 'queue'])).toMatchObject({
    code: 1,
    stderr: 'create-fw add queue is for one application. Run it in its folder, such as apps/api.\n',
  })
  expect(await createFw(api, ['add', 'queue', '--no-install'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('next  pnpm install'),
  })
  expect(await createFw(api, ['add', 'docker'])).toMatchObject({
    code: 1,
    stderr: `create-fw add docker is for the whole repository. Run it in ${shop}.\n`,
  })
})

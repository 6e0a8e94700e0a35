import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { FwProcess, runFw } from '../packages/core/test/support/fw-process.ts'
import { temporaryApplication } from '../packages/core/test/support/temporary-application.ts'
import { filesOf, repositoryRoot } from './repository.ts'
import { snippetsOf } from './snippets.ts'

const run = promisify(execFile)
const readmes = filesOf('packages/*/README.md')

test('every package has a README', () => {
  const packages = filesOf('packages/*/package.json')
  expect(readmes.map(({ path }) => path)).toEqual(
    packages.map(({ path }) => path.replace('package.json', 'README.md')),
  )
})

const sessions = readmes.flatMap(({ path, text }) =>
  snippetsOf(text)
    .filter((snippet) => snippet.text.startsWith('$ node '))
    .map((snippet) => ({ path, session: snippet.text })),
)

test.for(sessions)('the program of $path prints what it shows', async ({ path, session }) => {
  const [command = '', ...output] = session.split('\n')
  const cwd = join(repositoryRoot, path, '../test/examples')
  const { stdout } = await run(process.execPath, command.split(' ').slice(2), { cwd })
  expect(stdout).toBe(output.join('\n'))
})

test('five packages show a program', () => {
  expect(sessions).toHaveLength(5)
})

test('every package shows an example', () => {
  const without = readmes.filter(
    ({ text }) => !/^```(?:ts|console|sh)[^]*?^(?:\$ |npx )/m.test(text),
  )
  expect(without.map(({ path }) => path)).toEqual([])
})

test('the migration of the README of @fw/migrate runs as it shows', async () => {
  const [sql, shown] = blocksOf('migrate', 'sql', 'console')
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    '.env': 'DB_CONNECTION=sqlite\nDB_NAME=shop.sqlite\n',
    'migrations/20261122101500_create_orders.sql': sql,
  })
  mkdirSync(join(root, 'src'))
  const { stdout } = await runFw(root, ['migrate'])
  const printed = `$ npx fw migrate\n${stdout}`
  expect(printed.replace(/in \d+ ms/, 'in 28 ms')).toBe(shown)
})

test('the rule in the README of @fw/lint reports the problem that it shows', async () => {
  const [settings, program, shown] = blocksOf('lint', 'json', 'ts', 'console')
  const [command = '', ...output] = shown.split('\n')
  const root = temporaryApplication({ '.oxlintrc.json': settings, 'src/orders.ts': program })
  const oxlint = join(repositoryRoot, 'node_modules/oxlint/bin/oxlint')
  const linting = run(process.execPath, [oxlint, ...command.split(' ').slice(3)], { cwd: root })
  await expect(linting).rejects.toMatchObject({
    stdout: expect.stringContaining(`${output.join('\n').trim()}\n`),
  })
})

test('the application of the README of @fw/telemetry has the responses and metrics that it shows', async () => {
  const [program, shown] = blocksOf('telemetry', 'ts', 'console')
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    'src/shop.ts': program,
  })
  const admin = { FW_ADMIN_HOST: '127.0.0.1', FW_ADMIN_PORT: '0' }
  const fw = new FwProcess(root, ['serve', '--host=127.0.0.1', '--port=0'], admin)
  const [, metrics = ''] = await fw.printed(/Health at (http:\S+)\/health/)
  const bought = await (await fetch(`${await fw.address()}/buy/poetry`)).text()
  const text = await (await fetch(`${metrics}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.includes('shop_'))
  const [buying, counting] = shown.match(/^\$ .*/gm) ?? []
  expect(`${[buying, bought, counting, ...lines].join('\n')}\n`).toBe(shown)
})

/** The first block of each language in the README of a package, in the order of `languages`. */
function blocksOf<Languages extends string[]>(name: string, ...languages: Languages) {
  const text = readmes.find(({ path }) => path === `packages/${name}/README.md`)?.text ?? ''
  const blocks = snippetsOf(text)
  return languages.map(
    (language) => blocks.find((block) => block.language === language)?.text ?? '',
  ) as { [Index in keyof Languages]: string }
}

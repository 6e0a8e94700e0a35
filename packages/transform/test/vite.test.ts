import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { temporaryFolder, writeFiles } from './temporary-folder.ts'

const config = `
import { transform } from '@fw/transform/vite'
export default { plugins: [transform()] }
`

/** The plugin as a Vitest meets it whose context has other names. */
const configOf = (rename: string) => `
import { transform } from '@fw/transform/vite'
const plugin = transform()
const configureVitest = ({ defineCacheKeyGenerator, ...context }) =>
  plugin.configureVitest({ ...context, ${rename} })
export default { plugins: [{ ...plugin, configureVitest }] }
`

test('Vitest 4.0, which has no cache on disk, needs no key', () => {
  const folder = temporaryFolder({
    'vitest.config.ts': configOf(''),
    'one.test.ts': "import { test } from 'vitest'\ntest('one', () => {})\n",
  })
  expect(runVitest(folder)).toMatchObject({ status: 0 })
})

test.each([
  ['Vitest', config],
  ['Vitest 4.1', configOf('experimental_defineCacheKeyGenerator: defineCacheKeyGenerator')],
])('%s takes up a change of a type in another module from one run to the next', (_name, own) => {
  const folder = temporaryFolder({
    'vitest.config.ts': own,
    'status.ts': "export type Status = 'open'\n",
    'order.ts': `
import type { Status } from './status.ts'
export class Order { constructor(readonly status: Status) {} }
`,
    'order.test.ts': `
import { expect, test } from 'vitest'
import { Order } from './order.ts'
test('order', () => {
  const { parameters } = (Order as any)[Symbol.for('fw.description')]()
  expect(parameters[0].type.values).toEqual(['paid'])
})
`,
  })
  expect(runVitest(folder).output).toContain('1 failed')
  writeFiles(folder, { 'status.ts': "export type Status = 'paid'\n" })
  expect(runVitest(folder)).toMatchObject({ status: 0 })
})

test('an installed framework imports the same modules as the tests', () => {
  const folder = temporaryFolder({
    'vitest.config.ts': config,
    'node_modules/@fw/core/package.json':
      '{ "name": "@fw/core", "type": "module", "exports": "./index.js" }',
    'node_modules/@fw/core/index.js': 'export const load = (path) => import(path)\n',
    'order.ts': 'export class Order {}\n',
    'order.test.ts': `
import { load } from '@fw/core'
import { expect, test } from 'vitest'
import { Order } from './order.ts'
test('order', async () => {
  expect((await load(import.meta.dirname + '/order.ts')).Order).toBe(Order)
})
`,
  })
  expect(runVitest(folder)).toMatchObject({ status: 0 })
})

test('a build of Vite keeps decorators and descriptions, and its source maps lead to the source', () => {
  const folder = temporaryFolder({
    'vite.config.ts': `
import { transform } from '@fw/transform/vite'
export default {
  plugins: [transform()],
  build: { ssr: 'main.ts', sourcemap: true, minify: false },
}
`,
    'tsconfig.json':
      '{ "compilerOptions": { "experimentalDecorators": true, "target": "es2021" } }',
    'main.ts': `
import type { Order } from './order.ts'
enum Level { Low }
interface Erased { a: string }
const d = (text: string): any => () => console.log(text)
@d('class')
class A {
  constructor(@d('parameter') readonly order: Order) {}
  fail(erased: Erased) { throw new Error('place' + erased.a) }
}
const { parameters } = (A as any)[Symbol.for('fw.description')]()
console.log(parameters[0].type.class.name)
try { new A(null as any).fail({ a: '' }) } catch (e) { console.log((e as Error).stack!.split('\\n')[1]) }
`,
    'order.ts': 'export class Order {}\n',
  })
  expect(run(folder, ['node_modules/vite/bin/vite.js', 'build'])).toMatchObject({ status: 0 })
  const { output } = run(folder, ['--enable-source-maps', 'dist/main.js'])
  expect(output).toMatch(/^parameter\nclass\nOrder\n +at A\.fail \(.*main\.ts:9:32\)\n$/)
})

function runVitest(folder: string) {
  return run(folder, ['node_modules/vitest/vitest.mjs', 'run'])
}

function run(folder: string, args: string[]) {
  const { NODE_OPTIONS: _, VITEST: __, NODE_ENV: ___, ...environment } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...environment, NO_COLOR: '1' },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

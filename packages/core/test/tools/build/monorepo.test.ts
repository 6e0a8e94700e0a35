import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execFileSync, spawnSync } from 'node:child_process'
import { expect, inject, onTestFinished, test } from 'vitest'
import { FwProcess, runFw } from '../../support/fw-process.ts'
import { innerTimeouts } from '../../support/inner-vitest.ts'

const installed = join(import.meta.dirname, '../../../../../node_modules')

const files = {
  'tsconfig.base.json': `{
  // Comments stand in such files.
  "compilerOptions": { "paths": { "~lib/*": ["./packages/lib/*"] } },
}`,
  'packages/shared/package.json': JSON.stringify({
    name: '@acme/shared',
    version: '1.0.0',
    exports: {
      '.': { fw: './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' },
      './money': './src/money.ts',
      './sku': './src/sku.ts',
    },
  }),
  'packages/shared/src/index.ts': `
export { Address } from './address.js'
export type { Page } from './page.ts'
`,
  'packages/shared/src/address.ts': `
import { MinLength } from '@fw/core'
import type { Country } from './page.ts'
export class Address {
  constructor(@MinLength(2) readonly street: string, readonly country: Country) {}
  label() { return this.street + ', ' + this.country }
}
`,
  'packages/shared/src/page.ts': `
export type Country = 'DE' | 'FR'
export interface Page<T> { data: T[]; total: number }
`,
  'packages/shared/src/money.ts': "export type Currency = 'EUR' | 'USD'\n",
  'packages/shared/src/sku.ts': `
import * as z from 'zod'
export const sku = z.string().regex(/^[A-Z]-[0-9]+$/, 'must be a SKU.')
export type Sku = z.infer<typeof sku>
`,
  'packages/lib/limits.ts': 'export type Size = 1 | 2\nexport const most = 2\n',
  'app/package.json': JSON.stringify({ name: 'app', type: 'module' }),
  'app/tsconfig.json': '{ "extends": "../tsconfig.base.json" }',
  'app/src/orders.ts': `
import { Body, Post } from '@fw/core'
import { Address, type Page } from '@acme/shared'
import type { Currency } from '@acme/shared/money'
import type { Sku } from '@acme/shared/sku'
import { most, type Size } from '~lib/limits'
import type { Installed } from 'declared'
export class Order {
  constructor(
    readonly address: Address,
    readonly pages: Page<Currency>,
    readonly size: Size,
    readonly sku: Sku,
    readonly installed: Installed,
    readonly patch?: Partial<Pick<Address, 'street'>>,
  ) {}
}
export class Orders {
  @Post('/orders')
  create(@Body() order: Order) {
    return [order.address.label(), order.pages.data, order.size <= most, order.sku, order.installed]
  }
}
`,
  'app/orders.test.ts': `
import { expect, test } from 'vitest'
import { Hydrator } from '@fw/core'
import { Address } from '@acme/shared'
import { most } from '~lib/limits'
import { Order } from './src/orders.ts'
test('an order', () => {
  const order = new Hydrator().hydrate(Order, ${'JSON.parse(process.env.ORDER)'})
  expect(order.address).toBeInstanceOf(Address)
  expect(most).toBe(2)
})
`,
  'app/vitest.config.ts': `
import { transform } from '@fw/transform/vite'
export default { plugins: [transform()] }
`,
  'app/node.test.ts': `
import { test } from 'node:test'
import { deepStrictEqual } from 'node:assert'
import { Hydrator } from '@fw/core'
import { Order } from './src/orders.ts'
test('an order', () => {
  const order = new Hydrator().hydrate(Order, JSON.parse(process.env.ORDER))
  deepStrictEqual(order.address.label(), 'High Street, DE')
})
`,
}

const order = {
  address: { street: 'High Street', country: 'DE' },
  pages: { data: ['EUR'], total: 1 },
  size: 2,
  sku: 'A-1',
  installed: { level: 'low', next: { level: 'high' } },
}

const declared = {
  'package.json': JSON.stringify({
    name: 'declared',
    exports: { '.': { import: { types: './lib/index.d.mts', default: './lib/index.mjs' } } },
  }),
  'lib/index.d.mts': "export * from './levels.mjs'\nexport declare const x: number\n",
  'lib/levels.d.mts':
    "type Level = 'low' | 'high'\nexport interface Installed { level: Level; next?: Installed }\n",
  'lib/index.mjs': 'export const x = 1\n',
}

/** With all packages next to the root, or each in the folder of the package that depends on it. */
function monorepo(layout: string): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fw-monorepo-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  write(root, files)
  const isFlat = layout === 'npm'
  const app = isFlat ? root : join(root, 'app')
  const packages = inject('publishedPackages')
  for (const name of ['@fw/core', '@fw/transform', 'vitest', 'vite', 'zod', '@types']) {
    link(join(packages, name), join(app, 'node_modules', name))
  }
  link(join(root, 'packages/shared'), join(app, 'node_modules/@acme/shared'))
  const store = join(root, 'node_modules/.pnpm/declared@1.0.0/node_modules/declared')
  write(isFlat ? join(root, 'node_modules/declared') : store, declared)
  if (!isFlat) {
    link(store, join(app, 'node_modules/declared'))
    for (const name of ['@fw/core', 'zod']) {
      link(join(packages, name), join(root, 'packages/shared/node_modules', name))
    }
  }
  return join(root, 'app')
}

function write(folder: string, texts: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path, 'junction')
}

async function post(address: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${address}/orders`, { method: 'POST', body: JSON.stringify(body) })
  return await response.json()
}

const created = ['High Street, DE', ['EUR'], true, 'A-1', order.installed]
const refused = {
  errors: {
    'address.street': ['must be at least 2 characters.'],
    'pages.data.0': ['must be one of: EUR, USD.'],
    size: ['must be one of: 1, 2.'],
    sku: ['must be a SKU.'],
    'installed.level': ['must be one of: low, high.'],
    'patch.street': ['must be at least 2 characters.'],
  },
}
const wrong = {
  address: { street: 'x', country: 'DE' },
  pages: { data: ['GBP'], total: 1 },
  size: 3,
  sku: 'a-1',
  installed: { level: 'middle' },
  patch: { street: '' },
}

test.for(['npm', 'pnpm'])(
  'types of a workspace, of paths and of packages mean the same everywhere, with the layout of %s',
  { timeout: 120_000 },
  async (layout) => {
    const app = monorepo(layout)
    const serve = async (command: string, env: Record<string, string> = {}) => {
      const fw = new FwProcess(app, [command, '--host=127.0.0.1', '--port=0'], env)
      const address = await fw.address()
      expect(await post(address, order)).toEqual(created)
      expect(await post(address, wrong)).toEqual(refused)
      fw.child.kill('SIGTERM')
      await fw.exit
    }
    await serve('serve')
    await serve('dev')

    const { NODE_OPTIONS: _, VITEST: __, ...rest } = process.env
    const env = { ...rest, ORDER: JSON.stringify(order) }
    const vitest = join(installed, 'vitest/vitest.mjs')
    const run = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: app,
        env,
        encoding: 'utf8',
      })
      return { status, output: stdout + stderr }
    }
    expect(run(vitest, 'run', ...innerTimeouts, 'orders.test.ts')).toMatchObject({ status: 0 })
    expect(run('--import', '@fw/transform/register', '--test', 'node.test.ts')).toMatchObject({
      status: 0,
    })

    expect(await runFw(app, ['build'])).toMatchObject({ code: 0, stderr: '' })
    for (const gone of ['src', '../packages', '../tsconfig.base.json']) {
      renameSync(join(app, gone), join(app, `${gone}.gone`))
    }
    await serve('serve', { NODE_ENV: 'production' })
  },
)

const library = {
  'package.json': JSON.stringify({
    name: '@acme/orders',
    version: '1.0.0',
    type: 'module',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      // The framework is used as source code here, which a project does not compile.
      noResolve: true,
      noCheck: true,
      target: 'es2024',
      module: 'nodenext',
      experimentalDecorators: true,
      allowImportingTsExtensions: true,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: 'src',
      outDir: 'dist',
    },
    include: ['src'],
  }),
  'src/index.ts': `export { Line } from './line.ts'
export type { Country } from '@acme/shared'
`,
  'src/line.ts': `
import { Address } from '@acme/shared'
import { Check, Min, Trim, type int } from '@fw/core'
export class Line {
  constructor(@Trim() readonly sku: string, @Min(1) readonly count: int, readonly to: Address) {}
  @Check('count') fits(): string | null { return this.count > 9 ? 'is too many.' : null }
}
`,
}

test('classes of a package built with --library can be used as DTOs by an application that installs it', async () => {
  const app = monorepo('npm')
  const root = dirname(app)
  write(join(root, 'packages/orders'), library)
  write(join(root, 'packages/shared'), {
    'package.json': '{ "name": "@acme/shared", "type": "module", "exports": "./src/index.ts" }',
    'tsconfig.json': library['tsconfig.json'],
    'src/index.ts': `import { MinLength } from '@fw/core'
export type Country = 'DE' | 'FR'
export class Address {
  constructor(@MinLength(2) readonly street: string, readonly country: Country) {}
}
`,
  })
  for (const folder of ['shared', 'orders']) {
    const place = join(root, 'packages', folder)
    expect(await runFw(place, ['build', '--library'])).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(join(place, 'dist/fw.shared.js'))).toBe(false)
    const tsc = join(installed, 'typescript/bin/tsc')
    execFileSync(process.execPath, [tsc, '-p', place], { stdio: 'inherit' })
    const to = join(app, 'node_modules/@acme', folder)
    cpSync(join(place, 'dist'), join(to, 'dist'), { recursive: true })
    const { exports } = JSON.parse(library['package.json'])
    write(to, {
      'package.json': JSON.stringify({ name: `@acme/${folder}`, type: 'module', exports }),
    })
  }
  for (const gone of ['packages', 'node_modules/@acme', 'app/src/orders.ts']) {
    rmSync(join(root, gone), { recursive: true })
  }
  write(app, {
    'src/lines.ts': `
import { Body, Post } from '@fw/core'
import { Line, type Country } from '@acme/orders'
export class Lines {
  @Post('/orders')
  create(@Body() order: { lines: Line[]; from: Country }): unknown[] {
    return order.lines.map((line) => [line instanceof Line, line.sku])
  }
}
`,
  })

  const fw = new FwProcess(app, ['serve', '--host=127.0.0.1', '--port=0'])
  const address = await fw.address()
  const line = { sku: ' a ', count: 1, to: order.address }
  expect(await post(address, { lines: [line], from: 'FR' })).toEqual([[true, 'a']])
  expect(await post(address, { lines: [{ ...line, count: 10 }], from: 'FR' })).toEqual({
    errors: { 'lines.0.count': ['is too many.'] },
  })
  const lines = [{ ...line, count: 0, to: wrong.address }]
  expect(await post(address, { lines, from: 'IT' })).toEqual({
    errors: {
      'lines.0.count': ['must be at least 1.'],
      'lines.0.to.street': ['must be at least 2 characters.'],
      from: ['must be one of: DE, FR.'],
    },
  })
})

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../../../../../spec/repository.ts'
import { runFw } from '../../support/fw-process.ts'
import { obtain } from '../../support/obtain.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'

const compilerOptions = {
  target: 'es2024',
  module: 'nodenext',
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  exactOptionalPropertyTypes: true,
  experimentalDecorators: true,
  allowImportingTsExtensions: true,
  noEmit: true,
}

const project = {
  'package.json': '{ "type": "module" }',
  'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
  'src/store.ts': `export class Order { constructor(readonly id: number) {} }
export function find(id: number): Order { return new Order(id) }
`,
}

/** Here the compiler reads the published declarations instead of all sources. */
async function temporaryProject(files: Readonly<Record<string, string>>): Promise<string> {
  return temporaryApplication({ ...project, ...files }, await obtain('installed'))
}

function compile(root: string): void {
  const compiler = join(repositoryRoot, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', root], { cwd: root })
}

test('--fix writes the return types that the compiler infers, and the project compiles', async () => {
  const root = await temporaryProject({
    'src/orders.ts': `import { Get, Post, Reply, type int } from '@fw/core'
import { find } from './store.ts'

export class Orders {
  @Get('/orders') list() { return [find(1)] }
  @Get('/orders/{id}')
  async show(id: int /* of it ) */) {
    return id > 1 ? find(id) : null
  }
  @Post('/orders') create() { return Reply.json(find(1), { status: 201 }) }
  @Get('/shape') shape() { return { id: 1, tags: ['a'] } }
  @Get('/given') given(): string { return 'x' }
  helper() { return 1 }
}
`,
  })

  const { code, stdout, stderr } = await runFw(root, ['check', '--fix'])

  expect({ code, stdout }).toEqual({ code: 0, stdout: 'No problems found.\n' })
  expect(stderr.split('\n')[0]).toBe('Wrote the return type of Orders.list.')
  expect(readFileSync(join(root, 'src/orders.ts'), 'utf8'))
    .toBe(`import type { Order } from './store.ts'
import { Get, Post, Reply, type int } from '@fw/core'
import { find } from './store.ts'

export class Orders {
  @Get('/orders') list(): Order[] { return [find(1)] }
  @Get('/orders/{id}')
  async show(id: int /* of it ) */): Promise<Order | null> {
    return id > 1 ? find(id) : null
  }
  @Post('/orders') create(): Reply<Order, 201> { return Reply.json(find(1), { status: 201 }) }
  @Get('/shape') shape(): { id: number; tags: string[]; } { return { id: 1, tags: ['a'] } }
  @Get('/given') given(): string { return 'x' }
  helper() { return 1 }
}
`)
  compile(root)
})

test('--fix lists types that cannot be written, and does not change them', async () => {
  const source = `import { Get } from '@fw/core'
import { find } from './store.ts'

const Order = 'a value of that name'

export class Odd {
  @Get('/text') text() { return Order }
  @Get('/any') any() { return JSON.parse('1') }
  @Get('/taken') taken() { return find(1) }
  @Get('/unreadable') unreadable() { return Symbol.iterator as symbol }
}
`
  const root = await temporaryProject({ 'src/odd.ts': source })

  const { code, stdout } = await runFw(root, ['check', '--fix', '--format', 'json'])

  const left = JSON.parse(stdout) as { code: string; text: string }[]
  expect(code).toBe(0)
  expect(left.map(({ text }) => text.split(' ')[0])).toEqual([
    'Odd.any',
    'Odd.taken',
    'Odd.unreadable',
  ])
  expect(readFileSync(join(root, 'src/odd.ts'), 'utf8')).toBe(
    source.replace('text()', 'text(): string'),
  )
  compile(root)
})

test('--fix writes the other types of a file if one does not compile', async () => {
  const source = `import { Get } from '@fw/core'
import { findDate, findDefault } from './types.ts'

export class Mixed {
  @Get('/text') text() { return 'text' }
  @Get('/default')
  default() {
    return findDefault()
  }
  @Get('/own-date') ownDate() { return findDate() }
  @Get('/date')
  date() {
    return new Date(0)
  }
  @Get('/number') number() { return 1 }
}
`
  const types = `export default class Hidden { constructor(readonly id: number) {} }
export function findDefault(): Hidden { return new Hidden(1) }
class OwnDate { constructor(readonly year: number) {} }
export { OwnDate as Date }
export function findDate(): OwnDate { return new OwnDate(1) }
`
  const root = await temporaryProject({ 'src/mixed.ts': source, 'src/types.ts': types })

  const { stderr } = await runFw(root, ['check', '--fix'])

  expect(stderr.match(/Mixed\.\w+/gu)).toEqual(['Mixed.text', 'Mixed.number'])
  expect(readFileSync(join(root, 'src/mixed.ts'), 'utf8')).toBe(
    source.replace('text()', 'text(): string').replace('number()', 'number(): number'),
  )
  compile(root)
})

const printing = (print: string) => `import { writeSync } from 'node:fs'
import { Get } from '@fw/core'
${print}
export class Loud {
  @Get('/text') text() { return 'text' }
}
`

test('--fix works if a module prints while it loads', async () => {
  const source = printing("console.log('loaded', writeSync.name)")
  const root = await temporaryProject({ 'src/loud.ts': source })

  expect(await runFw(root, ['check', '--fix', '--format', 'json'])).toMatchObject({
    code: 0,
    stdout: '[]\n',
    stderr: expect.stringContaining('Wrote the return type of Loud.text.\n'),
  })
  expect(readFileSync(join(root, 'src/loud.ts'), 'utf8')).toContain('text(): string {')
})

test('--fix keeps no change that it could not check', async () => {
  const source = printing("writeSync(1, 'loaded\\n')")
  const root = await temporaryProject({ 'src/loud.ts': source })

  expect(await runFw(root, ['check', '--fix'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'Cannot read the result of fw check: the result begins with "loaded", so no return type was written.',
    ),
  })
  expect(readFileSync(join(root, 'src/loud.ts'), 'utf8')).toBe(source)
})

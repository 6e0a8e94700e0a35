import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareModule, SourceSyntaxError, transform } from '../src/index.ts'
import { takePrepared } from '../src/prepared.ts'
import { runUnderRegister } from './run-program.ts'
import { temporaryFolder, writeFiles } from './temporary-folder.ts'

const order = `import { Money } from './money.ts'
import type { Note } from './note.js'
import { Unit } from 'units'
export class Order {
  constructor(readonly price: Money, readonly note: Note, readonly unit: Unit) {}
}
`
const files = {
  'order.ts': order,
  'money.ts': 'export type Money = { amount: number }',
  'node_modules/units/package.json': '{ "name": "units", "main": "index.js" }',
  'node_modules/units/index.js': 'export class Unit {}',
}

function prepared() {
  const folder = temporaryFolder(files)
  const file = join(folder, 'order.ts')
  prepareModule(file)
  return { folder, file, take: () => takePrepared(readFileSync(file, 'utf8'), file) }
}

test('a prepared module is not transformed again, and is kept no longer than needed', () => {
  const { file, take } = prepared()
  expect(take()).toEqual(transform(order, file))
  expect(take()).toBeUndefined()
})

test.each([
  ['its source', { 'order.ts': `${order}// changed` }],
  ['an imported type', { 'money.ts': 'export type Money = { amount: string }' }],
  ['the resolution of an import', { 'note.ts': 'export type Note = string' }],
  ['an installed package', { 'node_modules/units/package.json': '{ "exports": "./index.d.ts" }' }],
])('a prepared module is transformed again after a change of %s', (_, changed) => {
  const { folder, take } = prepared()
  writeFiles(folder, changed)
  expect(take()).toBeUndefined()
})

test('a prepared module is transformed again when a type that it uses has been removed', () => {
  const { folder, take } = prepared()
  rmSync(join(folder, 'money.ts'))
  expect(take()).toBeUndefined()
})

test('a module that cannot be read yet is not prepared', () => {
  const folder = temporaryFolder({ 'wrong.ts': 'class {' })
  expect(() => prepareModule(join(folder, 'wrong.ts'))).toThrow(SourceSyntaxError)
})

test('the loader imports modules that were not prepared', () => {
  const folder = temporaryFolder({
    'main.ts': `import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareModule } from '@fw/transform'
for (const name of ['one.ts', 'two.ts']) prepareModule(join(import.meta.dirname, name))
writeFileSync(join(import.meta.dirname, 'two.ts'), 'export class Changed {}')
console.log(Object.keys(await import('./one.ts')), Object.keys(await import('./two.ts')))
`,
    'one.ts': 'export class One {}',
    'two.ts': 'export class Two {}',
  })
  expect(runUnderRegister(['main.ts'], { cwd: folder })).toBe("[ 'One' ] [ 'Changed' ]\n")
})

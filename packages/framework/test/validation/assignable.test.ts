import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { Hydrator, UnusableType, ValidationFailed, type Class } from 'fw'
import { expect, onTestFinished, test } from 'vitest'

const repository = join(import.meta.dirname, '../../../..')

/** A type as it is written, and values that are of it. */
interface Typed {
  readonly type: string
  readonly value: fc.Arbitrary<unknown>
}

const declarations = `
import { Hydrator } from 'fw'
void Hydrator
class Item { constructor(readonly id: string, readonly count: number, readonly note?: string | null) {} }
class Sold extends Item { constructor(id: string, count: number, readonly by: 'web' | 'shop') { super(id, count) } }
interface Point { x: number; y?: number; label: string | null }
type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type Brand<T> = T & { readonly __brand?: 'brand' }
type Tree = { name: string; children: Tree[] }
const kinds = { all: ['a', 'b'], sizes: { x: 1 } } as const
const widened: string = 'a'
void widened
namespace Item { export type Kind = 'web' | 1 }
`

const word = fc.constantFrom('a', 'b', 'web', 'x', '1px', 'user-1', 'user-b', '1-true', '')
const number = fc.constantFrom(0, 1, 2, -1.5)
const object = (values: Record<string, fc.Arbitrary<unknown>>, required: string[] = []) =>
  fc.record(values, { requiredKeys: required as never })

const leaves: Typed[] = [
  { type: 'string', value: word },
  { type: 'number', value: number },
  { type: 'boolean', value: fc.boolean() },
  { type: "'a' | 'b' | 1", value: fc.constantFrom('a', 'b', 1) },
  { type: '`user-${number}`', value: fc.constantFrom('user-1', 'user--2.5', 'user-1e3') },
  { type: "`${number}${'px' | 'em'}`", value: fc.constantFrom('1px', '.5em', '1.px') },
  { type: '`${string}-${boolean}`', value: fc.constantFrom('1-true', '-false', 'a-b-true') },
  { type: '`${bigint}`', value: fc.constantFrom('0', '-7', '-0', '12') },
  { type: "`${'a' | 'b'}${1 | 2}`", value: fc.constantFrom('a1', 'b2') },
  { type: 'keyof Item', value: fc.constantFrom('id', 'note') },
  { type: 'keyof Sold', value: fc.constantFrom('id', 'by') },
  { type: "Sold['by']", value: fc.constantFrom('web', 'shop') },
  { type: "Required<Item>['note']", value: fc.constantFrom('a') },
  { type: 'Brand<string>', value: word },
  { type: "Exclude<keyof Point, 'y'>", value: fc.constantFrom('x', 'label') },
  {
    type: 'Point',
    value: object({ x: number, y: number, label: fc.option(word) }, ['x', 'label']),
  },
  { type: 'Partial<Item>', value: object({ id: word, count: number, note: fc.option(word) }) },
  {
    type: 'Required<Item>',
    value: object({ id: word, count: number, note: fc.option(word) }, ['id', 'count', 'note']),
  },
  {
    type: "Pick<Sold, 'id' | 'by'>",
    value: object({ id: word, by: fc.constant('web') }, ['id', 'by']),
  },
  {
    type: "Omit<Sold, 'count' | 'note'>",
    value: object({ id: word, by: fc.constant('web') }, ['id', 'by']),
  },
  {
    type: "Partial<Omit<Point, 'x'>> & { z: string }",
    value: object({ y: number, z: word }, ['z']),
  },
  {
    type: "Pick<Item, 'id'> & Point",
    value: object({ id: word, x: number, label: fc.constant(null) }, ['id', 'x', 'label']),
  },
  { type: 'Record<`x-${string}`, number>', value: fc.constantFrom({}, { 'x-a': 1 }) },
  { type: "Record<'a' | 'b', string>", value: fc.constantFrom({ a: 'x', b: 'y' }, { a: '' }) },
  { type: 'Record<number, boolean>', value: fc.constantFrom({}, { 1: true, 20: false }) },
  { type: '{ [K in keyof Point]: boolean }', value: fc.constantFrom({ x: true, label: false }) },
  { type: '{ [K in keyof Sold]?: K }', value: fc.constantFrom({}, { id: 'id', by: 'by' }) },
  { type: '[string, number?]', value: fc.constantFrom(['a'], ['b', 1]) },
  { type: '[number, ...string[]]', value: fc.constantFrom([1], [2, 'a', 'b']) },
  { type: '(typeof kinds.all)[number]', value: fc.constantFrom('a', 'b') },
  { type: 'keyof typeof kinds.sizes', value: fc.constant('x') },
  { type: 'typeof widened', value: word },
  { type: 'Item.Kind', value: fc.constantFrom('web', 1) },
  { type: 'Json', value: fc.jsonValue({ maxDepth: 2 }) },
  { type: 'Tree', value: fc.constantFrom({ name: 'a', children: [{ name: 'b', children: [] }] }) },
]

function typed(depth: number): fc.Arbitrary<Typed> {
  const leaf = fc.constantFrom(...leaves)
  if (depth === 0) return leaf
  const inner = typed(depth - 1)
  return fc.oneof(
    leaf,
    inner.map(({ type, value }) => ({
      type: `(${type})[]`,
      value: fc.array(value, { maxLength: 2 }),
    })),
    inner.map(({ type, value }) => ({ type: `(${type}) | null`, value: fc.option(value) })),
    inner.map(({ type, value }) => ({
      type: `Record<string, ${type}>`,
      value: fc.dictionary(fc.constantFrom('a', 'b'), value, { maxKeys: 2 }),
    })),
    fc.tuple(inner, inner).map(([a, b]) => ({
      type: `[${a.type}, ${b.type}]`,
      value: fc.tuple(a.value, b.value),
    })),
    fc.tuple(inner, inner).map(([a, b]) => ({
      type: `{ a: ${a.type}; b?: ${b.type} }`,
      value: object({ a: a.value, b: b.value }, ['a']),
    })),
    fc.tuple(inner, inner).map(([a, b]) => ({
      type: `(${a.type}) | (${b.type})`,
      value: fc.oneof(a.value, b.value),
    })),
  )
}

/** The type that has this value alone. */
function exactly(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(exactly).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${exactly(each)}`,
  )
  return `{ ${members.join('; ')} }`
}

const seed = 20261122
const types = fc.sample(typed(2), { numRuns: 250, seed })

function isAccepted(target: Class, value: unknown): boolean {
  try {
    new Hydrator().hydrate(target, { value })
    return true
  } catch (error) {
    if (error instanceof ValidationFailed) return false
    throw error
  }
}

function isUsable(target: Class): boolean {
  try {
    new Hydrator().prepare(target)
    return true
  } catch (error) {
    // Such as a union of which nothing tells the members apart.
    if (error instanceof UnusableType) return false
    throw error
  }
}

test('what a plan accepts is what the compiler lets pass', { timeout: 120_000 }, async () => {
  const folder = join(repository, 'packages/framework/node_modules/.assignable')
  mkdirSync(folder, { recursive: true })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const source = [
    declarations,
    ...types.map(({ type }, index) => `export type T${index} = ${type}`),
    ...types.map((_, i) => `export class C${i} { constructor(readonly value: T${i}) {} }`),
  ].join('\n')
  const program = join(repository, 'packages/framework/test/validation/.assignable.generated.ts')
  onTestFinished(() => rmSync(program, { force: true }))
  writeFileSync(program, source)
  const classes = (await import(/* @vite-ignore */ program)) as Record<string, Class>

  const values = types.map(({ value }) => fc.sample(value, { numRuns: 5, seed }))
  const cases = types.flatMap((_, index) => {
    const target = classes[`C${index}`] as Class
    if (!isUsable(target)) return []
    const near = [0, 1, 2, 3].flatMap((step) => values[(index + step) % values.length] ?? [])
    return near.map((value) => ({ index, value, accepted: isAccepted(target, value) }))
  })
  expect(cases.length).toBeGreaterThan(2000)
  expect(cases.filter(({ accepted }) => accepted).length).toBeGreaterThan(500)

  const header = `import type * as t from '../../test/validation/.assignable.generated.ts'`
  const lines = cases.map(
    ({ index, value }, each) =>
      `declare const v${each}: ${exactly(value)}; export const a${each}: t.T${index} = v${each}`,
  )
  writeFileSync(join(folder, 'check.ts'), [header, ...lines].join('\n'))
  const options = { extends: join(repository, 'tsconfig.base.json'), files: ['check.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const errors = errorsByLine(folder)
  const differing = cases.flatMap(({ index, value, accepted }, each) => {
    const { type = '' } = types[index] ?? {}
    const code = errors.get(each + 2)
    if (accepted === (code === undefined) || isException(type, code)) return []
    return [{ type, value, accepted, code }]
  })
  expect(differing).toEqual([])
})

/** What the compiler lets pass and a plan does not, or warns about. */
function isException(type: string, code: string | undefined): boolean {
  // The compiler lets keys of other forms pass, and lists where the keys are numbers.
  if (code === undefined) return /Record<(?:number|`)/.test(type)
  // An object has nothing in common with a type of optional properties.
  return code === '2559' || /Partial<Item>|keyof Sold\]\?/.test(type)
}

/** The codes of what the compiler reports, by the lines of `check.ts`. */
function errorsByLine(folder: string): Map<number, string> {
  const tsc = join(repository, 'node_modules/typescript/bin/tsc')
  try {
    execFileSync(process.execPath, [tsc, '-p', folder, '--noEmit'], { encoding: 'utf8' })
    return new Map()
  } catch (error) {
    const output = String((error as { stdout?: string }).stdout)
    const found = output.matchAll(/check\.ts\((\d+),\d+\): error TS(\d+)/g)
    return new Map(Array.from(found, ([, line, code = '']) => [Number(line), code]))
  }
}

import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { Hydrator, UnusableType, ValidationFailed, type Class } from '@fw/core'
import { expect, onTestFinished, test } from 'vitest'

const repository = join(import.meta.dirname, '../../../../..')

/** A type as it is written, and data of it. */
interface Typed {
  readonly type: string
  /** The type of the data, where that is another: maps and sets come as objects and lists. */
  readonly wire?: string
  readonly value: fc.Arbitrary<unknown>
}

const declarations = `
import { Hydrator } from '@fw/core'
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
import Kind = Item.Kind
type Nested = number | Nested[]
type Nest<T> = T | { nest: Nest<T> }
type Even = { odd: Odd | null }
type Odd = { even?: Even }
type Rose = Map<string, Rose>
type RoseData = { [name: string]: RoseData }
type Tagged = Brand<'a' | 'b'>
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
  { type: 'Kind', value: fc.constantFrom('web', 1) },
  { type: 'Brand<number>', value: number },
  { type: 'Tagged', value: fc.constantFrom('a', 'b') },
  { type: '{ id: Brand<`user-${number}`> }', value: fc.constantFrom({ id: 'user-1' }) },
  { type: '`${keyof Point}-${boolean}`', value: fc.constantFrom('x-true', 'label-false') },
  { type: '`${number}-${number}`', value: fc.constantFrom('1-2', '1--2', '1e3-0') },
  { type: '`a${string}b`', value: fc.constantFrom('ab', 'a-b', 'aab') },
  { type: 'keyof typeof kinds', value: fc.constantFrom('all', 'sizes') },
  { type: 'keyof (Pick<Item, "id"> & Point)', value: fc.constantFrom('id', 'x', 'label') },
  { type: "keyof Record<'a' | 'b', number>", value: fc.constantFrom('a', 'b') },
  { type: "keyof Omit<Sold, 'id'>", value: fc.constantFrom('by', 'note') },
  { type: "Point['label']", value: fc.option(word) },
  { type: "Point['x' | 'label']", value: fc.oneof(number, fc.option(word)) },
  { type: "Pick<Sold, 'id' | 'by'>['by' | 'id']", value: word },
  { type: "Tree['children'][number]['name']", value: word },
  { type: '[string, 1 | 2][1]', value: fc.constantFrom(1, 2) },
  { type: '(string | boolean)[][number]', value: fc.oneof(word, fc.boolean()) },
  { type: "Record<string, 'a' | 1>[string]", value: fc.constantFrom('a', 1) },
  { type: "NonNullable<Point['label']>", value: word },
  { type: "Extract<'a' | 'b' | 1, string>", value: fc.constantFrom('a', 'b') },
  {
    type: '{ [K in keyof Point]-?: Point[K] }',
    value: object({ x: number, y: number, label: word }, ['x', 'y', 'label']),
  },
  {
    type: 'Record<keyof Point, boolean>',
    value: fc.constantFrom({ x: true, y: true, label: false }),
  },
  { type: 'Nested', value: fc.constantFrom(1, [], [1, [2, []]]) },
  { type: 'Nest<string>', value: fc.constantFrom('a', { nest: 'b' }, { nest: { nest: '' } }) },
  { type: 'Nest<boolean>', value: fc.constantFrom(true, { nest: { nest: false } }) },
  {
    type: 'Even',
    value: fc.constantFrom({ odd: null }, { odd: {} }, { odd: { even: { odd: null } } }),
  },
  { type: 'Rose', wire: 'RoseData', value: fc.constantFrom({}, { a: { b: {} } }) },
  {
    type: 'Map<string, number>',
    wire: 'Record<string, number>',
    value: fc.constantFrom({}, { a: 1 }),
  },
  {
    type: 'Map<number, boolean>',
    wire: 'Record<number, boolean>',
    value: fc.constantFrom({ 1: true }),
  },
  {
    type: 'Map<`x-${string}`, Set<string>>',
    wire: 'Record<`x-${string}`, string[]>',
    value: fc.constantFrom({}, { 'x-a': ['a', 'b'] }),
  },
  {
    type: 'ReadonlyMap<Brand<string>, Point>',
    wire: 'Record<string, Point>',
    value: fc.constantFrom({}, { a: { x: 1, label: null } }),
  },
  { type: 'Set<string>', wire: 'string[]', value: fc.constantFrom([], ['a', 'b']) },
  { type: 'ReadonlySet<number>', wire: 'number[]', value: fc.constantFrom([], [1, 2]) },
  { type: "Set<'a' | 'b'>", wire: "('a' | 'b')[]", value: fc.constantFrom([], ['b', 'a']) },
  { type: 'Set<Brand<string>>', wire: 'string[]', value: fc.constantFrom(['x'], ['a', 'b']) },
  { type: 'Json', value: fc.jsonValue({ maxDepth: 2 }) },
  { type: 'Tree', value: fc.constantFrom({ name: 'a', children: [{ name: 'b', children: [] }] }) },
]

function typed(depth: number): fc.Arbitrary<Typed> {
  const leaf = fc.constantFrom(...leaves)
  if (depth === 0) return leaf
  const inner = typed(depth - 1)
  return fc.oneof(
    leaf,
    inner.map((a) => of(([A]) => `(${A})[]`, fc.array(a.value, { maxLength: 2 }), a)),
    inner.map((a) => of(([A]) => `(${A}) | null`, fc.option(a.value), a)),
    inner.map((a) => of(([A]) => `Record<string, ${A}>`, dictionary(a), a)),
    inner.map((a) => ({
      type: `Map<string, ${a.type}>`,
      wire: `Record<string, ${wireOf(a)}>`,
      value: dictionary(a),
    })),
    inner.map((a) => of(([A]) => `{ a: ${A}; b: string }['a']`, a.value, a)),
    fc
      .tuple(inner, inner)
      .map(([a, b]) => of(([A, B]) => `[${A}, ${B}]`, fc.tuple(a.value, b.value), a, b)),
    fc.tuple(inner, inner).map(([a, b]) => {
      const value = object({ a: a.value, b: b.value }, ['a'])
      return of(([A, B]) => `{ a: ${A}; b?: ${B} }`, value, a, b)
    }),
    fc.tuple(inner, inner).map(([a, b]) => {
      const value = object({ a: a.value, b: b.value }, ['b'])
      return of(([A, B]) => `Partial<{ a: ${A} }> & { b: ${B} }`, value, a, b)
    }),
    fc
      .tuple(inner, inner)
      .map(([a, b]) => of(([A, B]) => `(${A}) | (${B})`, fc.oneof(a.value, b.value), a, b)),
  )
}

function wireOf({ type, wire = type }: Typed): string {
  return wire
}

/** A type that is written with others. */
function of(
  write: (types: string[]) => string,
  value: fc.Arbitrary<unknown>,
  ...inner: Typed[]
): Typed {
  return { type: write(inner.map(({ type }) => type)), wire: write(inner.map(wireOf)), value }
}

function dictionary({ value }: Typed): fc.Arbitrary<unknown> {
  return fc.dictionary(fc.constantFrom('a', 'b'), value, { maxKeys: 2 })
}

/** The type that has this value alone. */
function exactly(value: unknown): string {
  const either = (values: Iterable<unknown>) => Array.from(values, exactly).join(' | ') || 'never'
  if (value instanceof Map) return `Map<${either(value.keys())}, ${either(value.values())}>`
  if (value instanceof Set) return `Set<${either(value)}>`
  if (Array.isArray(value)) return `[${value.map(exactly).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${exactly(each)}`,
  )
  return `{ ${members.join('; ')} }`
}

const seed = 20261122
const types = fc.sample(typed(2), { numRuns: 400, seed })

/** The hydrated value; undefined if the data is refused. */
function hydrated(target: Class, value: unknown): { readonly value: unknown } | undefined {
  try {
    return new Hydrator().hydrate(target, { value }) as { value: unknown }
  } catch (error) {
    if (error instanceof ValidationFailed) return undefined
    throw error
  }
}

function isUsable(target: Class): boolean {
  try {
    new Hydrator().prepare(target)
    return true
  } catch (error) {
    // For example, a union whose members cannot be distinguished.
    if (error instanceof UnusableType) return false
    throw error
  }
}

/** A value of one type that is used where another is expected, and whether that should compile. */
interface Claim {
  readonly of: string
  readonly wanted: string
  readonly holds: boolean
  readonly about: Typed
  readonly value: unknown
}

test('a plan accepts the same values as the compiler', { timeout: 120_000 }, async () => {
  const folder = join(repository, 'packages/core/node_modules/.assignable')
  mkdirSync(folder, { recursive: true })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const source = [
    declarations,
    ...types.map(({ type }, index) => `export type T${index} = ${type}`),
    ...types.map((type, index) => `export type W${index} = ${wireOf(type)}`),
    ...types.map((_, i) => `export class C${i} { constructor(readonly value: T${i}) {} }`),
  ].join('\n')
  const program = join(repository, 'packages/core/test/data/validation/.assignable.generated.ts')
  onTestFinished(() => rmSync(program, { force: true }))
  writeFileSync(program, source)
  const classes = (await import(/* @vite-ignore */ program)) as Record<string, Class>

  const values = types.map(({ value }) => fc.sample(value, { numRuns: 5, seed }))
  const claims = types.flatMap((about, index): Claim[] => {
    const target = classes[`C${index}`] as Class
    if (!isUsable(target)) return []
    const near = [0, 1, 2, 3].flatMap((step) => values[(index + step) % values.length] ?? [])
    return near.flatMap((value) => claimsOf(about, index, value, hydrated(target, value)))
  })
  expect(claims.length).toBeGreaterThan(4000)
  expect(claims.filter(({ holds }) => holds).length).toBeGreaterThan(1500)

  const header = `import type * as t from '../../test/data/validation/.assignable.generated.ts'`
  const lines = claims.map(
    (claim, each) =>
      `declare const v${each}: ${claim.of}; export const a${each}: ${claim.wanted} = v${each}`,
  )
  writeFileSync(join(folder, 'check.ts'), [header, ...lines].join('\n'))
  const options = { extends: join(repository, 'tsconfig.base.json'), files: ['check.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const errors = errorsByLine(folder)
  const differing = claims.flatMap((claim, each) => {
    const code = errors.get(each + 2)
    if (claim.holds === (code === undefined) || isException(claim, code)) return []
    const { about, value, holds } = claim
    return [{ type: about.type, value, holds, code }]
  })
  expect(differing).toEqual([])
})

/**
 * Checks that data has the type exactly if it is accepted, and that the hydrated value has it too.
 */
function claimsOf(
  about: Typed,
  index: number,
  value: unknown,
  found: { readonly value: unknown } | undefined,
): Claim[] {
  const holds = found !== undefined
  const data = { of: exactly(value), wanted: `t.W${index}`, holds, about, value }
  if (!found || wireOf(about) === about.type) return [data]
  const made = { of: exactly(found.value), wanted: `t.T${index}`, holds, about, value }
  return [data, made]
}

/** Types that the compiler accepts but a plan rejects or warns about. */
function isException({ about, value }: Claim, code: string | undefined): boolean {
  const type = wireOf(about)
  // The compiler lets keys of other forms pass, and lists where the keys are numbers, and knows no lists without repeats.
  if (code === undefined)
    return /Record<(?:number|`)/.test(type) || (about.type.includes('Set<') && repeats(value))
  // An object has nothing in common with a type of optional properties.
  return code === '2559' || /Partial<Item>|keyof Sold\]\?/.test(type)
}

/** True if a list in it has an element twice. */
function repeats(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const inner = Object.values(value)
  return (Array.isArray(value) && new Set(inner).size < inner.length) || inner.some(repeats)
}

/** The codes of what the compiler reports, by the lines of `check.ts`. */
function errorsByLine(folder: string): Map<number, string> {
  const tsc = join(repository, 'node_modules/typescript/bin/tsc')
  const { stdout, error } = spawnSync(process.execPath, [tsc, '-p', folder, '--noEmit'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (error) throw error
  const found = stdout.matchAll(/check\.ts\((\d+),\d+\): error TS(\d+)/g)
  return new Map(Array.from(found, ([, line, code = '']) => [Number(line), code]))
}

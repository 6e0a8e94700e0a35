import { expect, test } from 'vitest'
import { compileClass } from './compile-class.ts'
import { typesOf } from './described.ts'

const at = 'packages/transform/test/source.ts'

function typeOf(written: string, declarations = ''): unknown {
  const source = `import type { int } from '@fw/core'
    ${declarations}
    class A { constructor(type: ${written}) {} }`
  return typesOf(compileClass(source))['type']
}

const declarations = `
  export interface Box<T> { value: T }
  type Key = 'a' | 'b'
  export type Mark = string | int
  type Brand<T, Name> = T & { readonly brand: Name }
  type Id = Brand<string, 'Id'>
  type Own = int & { readonly own: true }
  interface Shape { side: int }
  class Page<T> { constructor(readonly items: T[]) {} }
`

test.for([
  ['string', 'string'],
  ['int', 'int'],
  ['unknown', 'unknown'],
  ['string | null', 'string | null'],
  ['string[]', 'string[]'],
  ['[string, int]', '[string, int]'],
  ['Record<string, int>', 'Record<string, int>'],
  ['Record<number, int>', 'Record<number, int>'],
  ['string | int', 'string | int'],
  ['Mark', 'Mark'],
  ['Key', 'Key'],
  ['Shape', 'Shape'],
  ['Id', 'Id'],
  ['Own', 'Own'],
  ['Box<Shape>', 'Box<Shape>'],
  ['Date', 'Date'],
  ['Set<string>', 'Set<string>'],
  ['Map<string, Shape[]>', 'Map<string, Shape[]>'],
  ['Page<int>', 'Page<int>'],
  ['A', 'A'],
] as const)('an exported Box<%s> is named Box<%s>', ([argument, name]) => {
  expect(typeOf(`Box<${argument}>`, declarations)).toMatchObject({ name: `Box<${name}>`, at })
})

test.for([
  '"a"',
  '{ a: int }',
  '[string, int?]',
  '[string, ...int[]]',
  '`a${int}`',
  '() => void',
  'string | "a"[]',
  'Box<{ a: int }>',
])('an exported Box<%s> has no name', (argument) => {
  expect(typeOf(`Box<${argument}>`, declarations)).not.toHaveProperty('name')
})

test.for([
  ['export interface T { a: int }', { name: 'T', at }],
  ['export default interface T { a: int }', { name: 'T', at }],
  [
    '/** Says it. */ export interface T { a: int }',
    { name: 'T', at, doc: { summary: 'Says it.' } },
  ],
  [
    '/** Says it. */ export   default interface T { a: int }',
    { name: 'T', at, doc: { summary: 'Says it.' } },
  ],
  [
    '/** Says it. */ interface T { a: int } export type { T }',
    { name: 'T', at, doc: { summary: 'Says it.' } },
  ],
  ['/** Says it. */ interface T { a: int }', { name: 'T' }],
  ['export type T = { a: int }', { name: 'T', at }],
  ['type T = { a: int }', { name: 'T' }],
  ['type T = U; interface U { a: int }', { name: 'U' }],
  ['type T = "a" | "b"', { name: 'T' }],
  ['export type T = "a" | "b"', { name: 'T', at }],
  ['export type T = "a" | null', { name: 'T', at, nullable: true }],
  ['type T = string | int', {}],
  ['export type T = string | int', { name: 'T', at }],
  ['export type T = string', {}],
  ['type T = T[] | string', { name: 'T' }],
  ['enum T { A }', { name: 'T' }],
  ['export enum T { A = 1, B = 1, C = 2 }', { name: 'T', at, names: ['A', 'C'] }],
] as const)('%s', ([declaration, expected]) => {
  const type = typeOf('T', declaration) as Record<string, unknown>
  expect(type['kind']).not.toBe('unreadable')
  for (const key of ['name', 'at', 'doc', 'names', 'nullable']) {
    expect([key, type[key]]).toEqual([key, (expected as Record<string, unknown>)[key]])
  }
})

test.for([
  ['type T = Brand<string>', 'T'],
  ['type T = Brand<string> | null', 'T'],
  ['type T = string & { readonly own: 1 }', 'T'],
  ['type T = Other; type Other = string & { readonly own: 1 }', 'Other'],
  ['type T = string', undefined],
] as const)('the brand of %s', ([declaration, brand]) => {
  const generic = 'type Brand<V> = V & { readonly brand: 1 };'
  expect((typeOf('T', generic + declaration) as { brand?: string }).brand).toBe(brand)
})

test.for([
  ['Ordr', 'Did you mean "Order"? Otherwise import it, or use another type.'],
  ['Orrder', 'Did you mean "Order"? Otherwise import it, or use another type.'],
  ['Orber', 'Did you mean "Order"? Otherwise import it, or use another type.'],
  ['Odrer', 'Did you mean "Order"? Otherwise import it, or use another type.'],
  ['Orders', 'Did you mean "Order"? Otherwise import it, or use another type.'],
  ['rder', 'Did you mean "Order"? Otherwise import it, or use another type.'],
  ['Itm', 'Did you mean "Item"? Otherwise import it, or use another type.'],
  ['strng', 'Did you mean "string"? Otherwise import it, or use another type.'],
  ['nubmer', 'Did you mean "number"? Otherwise import it, or use another type.'],
  ['bolean', 'Did you mean "boolean"? Otherwise import it, or use another type.'],
  ['date', 'Did you mean "Date"? Otherwise import it, or use another type.'],
  ['Recrod', 'Did you mean "Record"? Otherwise import it, or use another type.'],
  ['Mop', 'Did you mean "Map"? Otherwise import it, or use another type.'],
  ['Sett', 'Did you mean "Set"? Otherwise import it, or use another type.'],
  ['Promis', 'Did you mean "Promise"? Otherwise import it, or use another type.'],
  ['flaot', 'Did you mean "float"? Add: import { type float } from \'@fw/core\'.'],
  ['Odrre', 'Import it, or use another type.'],
  ['Ord', 'Import it, or use another type.'],
  ['Orderly', 'Import it, or use another type.'],
  ['Oxdxr', 'Import it, or use another type.'],
  ['redrO', 'Import it, or use another type.'],
  ['X', 'Import it, or use another type.'],
] as const)('the advice for the unknown type %s: %s', ([written, remedy]) => {
  const source = `class Order {}
    class A<Item> { constructor(type: ${written}, item: Item) {} }`
  expect(typesOf(compileClass(source))['type']).toMatchObject({ kind: 'unreadable', remedy })
})

import { expect, test } from 'vitest'
import { compileClass } from './compile-class.ts'
import { typesOf } from './described.ts'

const declarations = `
import type { int } from '@fw/core'
type Key = 'a' | 'b'
type Text = Brand<string, 'Text'>
type Brand<T, Name> = T & { readonly brand: Name }
interface Pair { a: string; b?: int }
interface More extends Pair { c: boolean }
interface Several extends Pair, Other { b: int }
interface Other { d: null }
interface Merged { a: string }
interface Merged { b?: int }
interface Tree { value: int; children: Tree[] }
interface Nodes<T> { value: T; next: Nodes<T> | null }
interface Ways {
  a: int
  list: Ways[]
  pair: [int, Ways, ...Ways[]]
  map: Record<string, Ways>
  set: Map<string, Ways>
  page: Page<Ways>
  either: Ways | string
  inner: { deep: Ways }
  none: Ways | null
}
class Page<T> { constructor(readonly items: T[], readonly more?: T) {} }
enum Level { Low = 1, High = 'high' }
class Parent<T> { constructor(readonly id: T, readonly kept: string, readonly changed: string) {} }
class Order extends Parent<int> {
  notes = ''
  private inside = 1
  static count = 0
  constructor(id: int, kept: string, readonly changed: 'x', readonly size = 3, readonly when: Date = new Date(),
    private readonly hidden = 1, protected readonly guarded = 1, plain = 1, readonly open?: boolean) { super(id, kept, changed) }
  print() {}
}
const sizes = { s: 1, m: { l: 'x' }, 'x-l': null } as const
const list = ['a', 2, null, true] as const
const fixed: { a: int; b: string } = { a: 1, b: '' }
let open: Pair = { a: '' }
const two = 2
`

test.for([
  // Unions
  ['string | "a"', 'string'],
  ['"a" | "b" | "a"', '"a" | "b"'],
  ['1 | "a" | number', 'number | "a"'],
  ['Key | 1 | number', 'number | Key'],
  ['Key | "a"', 'Key'],
  ['true | false', 'boolean'],
  ['boolean | "a"', '"a" | true | false'],
  ['boolean | true', 'boolean'],
  ['int | number', 'number'],
  ['string | string', 'string'],
  ['Text | Text', 'Text'],
  ['Text | string', 'string'],
  ['string | unknown', 'unknown'],
  ['null | undefined | null', 'null | undefined'],
  ['(string | null) | (int | undefined)', 'string | int | null | undefined'],
  ['Pair[] | null | Pair[]', 'Pair[] | null'],
  ['Exclude<Key | Level, "a" | 1>', '"b" | "high"'],
  ['Extract<Key | 1, "a" | 1>', '"a" | 1'],
  ['NonNullable<string | null | undefined>', 'string'],
  ['Level.Low | Level.High', '1 | "high"'],
  // Templates
  ['`x`', '"x"'],
  ['`x${Key}y`', '"xay" | "xby"'],
  ['`${Key}${Key}`', '"aa" | "ab" | "ba" | "bb"'],
  ['`is ${boolean}`', '"is true" | "is false"'],
  ['`${1 | 2}%`', '"1%" | "2%"'],
  ['`${"a" | null | undefined}`', '"a" | "null" | "undefined"'],
  ['`${null}`', '"null"'],
  ['`${string}`', 'string'],
  ['`${string}${string}`', 'string'],
  ['`a${`b${int}`}`', '`ab${int}`'],
  ['`${Text}`', 'string'],
  ['`a${string}` | "b" | string', 'string'],
  ['`a${int}` | 1 | boolean', '1 | true | false | `a${int}`'],
  ['`a${"" | "x"}`', '"a" | "ax"'],
  ['`${string | "a"}`', 'string'],
  ['`${Level}`', '"1" | "high"'],
  ['Set<boolean | Key | int>', 'Set<int | boolean | Key>'],
  ['Set<`a${int}`>', 'ReadonlySet<`a${int}`>'],
  ['`a${int}` | `b${int}`', '`a${int}` | `b${int}`'],
  ['`${"a" | int}-`', '`${int | "a"}-`'],
  // Lists, tuples, records
  ['Array<string>', 'string[]'],
  ['ReadonlyArray<Key>', 'readonly Key[]'],
  ['[a: string, b?: int]', '[string, int?]'],
  ['[string, ...rest: int[]]', '[string, ...int[]]'],
  ['Record<string, int | undefined>', 'Record<string, int>'],
  ['{ [key: string]: int }', 'Record<string, int>'],
  ['{ [key: number]: int }', 'Record<number, int>'],
  ['{ [K in string]: int }', 'Record<string, int>'],
  ['Record<Key, int>', '{ a: int; b: int }'],
  ['Record<Key, int | undefined>', '{ a?: int; b?: int }'],
  ['Record<1, int>', '{ 1: int }'],
  ['ReadonlyMap<string, int | undefined>', 'Map<string, int>'],
  ['ReadonlySet<Key>', 'Set<Key>'],
  ['Promise<string>', 'string'],
  ['PromiseLike<Pair>', 'Pair'],
  ['Awaited<string>', 'string'],
  // Objects
  ['{}', 'unknown'],
  ['Readonly<{ a: string }>', '{ a: string }'],
  ['{ a: string | undefined }', '{ a?: string }'],
  ['{ get a(): string; set b(value: int) }', '{ a: string; b: unknown }'],
  ['{ "a": string; 1: int }', '{ a: string; "1": int }'],
  ['{ a }', '{ a: unknown }'],
  ['Partial<Pair>', '{ a?: string; b?: int }'],
  ['Required<Pair>', '{ a: string; b: int }'],
  ['Pick<Pair, "a">', '{ a: string }'],
  ['Pick<Pair, "a" | "b">', '{ a: string; b?: int }'],
  ['Omit<Pair, "a">', '{ b?: int }'],
  ['Omit<Tree, "children">', '{ value: int }'],
  ['Pick<Tree, "children">', '{ children: Tree[] }'],
  ['Partial<Tree>', '{ value?: int; children?: Tree[] }'],
  ['Pair & { c: boolean }', '{ a: string; b?: int; c: boolean }'],
  ['Pair & { b: int }', '{ a: string; b: int }'],
  ['{ b: int } & Pair', '{ b: int; a: string }'],
  ['{ b?: int } & { b?: int }', '{ b?: int }'],
  ['Pair & unknown', 'Pair'],
  ['unknown & {}', 'unknown'],
  ['string & {}', 'string'],
  ['string & { readonly brand: 1 } & { other(): void }', 'string'],
  ['Date & { readonly brand: 1 }', 'Date'],
  ['(string | int) & { readonly brand: 1 }', 'string | int'],
  ['boolean & { readonly brand: 1 }', 'boolean'],
  ['bigint & { readonly brand: 1 }', 'bigint'],
  ['`a${int}` & { readonly brand: 1 }', '`a${int}`'],
  ['Omit<More, "x">', '{ a: string; b?: int; c: boolean }'],
  ['Omit<Several, "x">', '{ a: string; b: int; d: null }'],
  ['Omit<Merged, "x">', '{ a: string; b?: int }'],
  ['{ [K in Key]: string }', '{ a: string; b: string }'],
  ['{ [K in Key]?: K }', '{ a?: "a"; b?: "b" }'],
  ['{ readonly [K in keyof Pair]: Pair[K] }', '{ a: string; b?: int }'],
  ['{ [K in keyof Pair]-?: Pair[K] }', '{ a: string; b: int }'],
  ['{ [K in keyof Pair]-?: string }', '{ a: string; b: string }'],
  ['{ [K in keyof Pair]: boolean }', '{ a: boolean; b?: boolean }'],
  ['{ [K in keyof Pair]: boolean | undefined }', '{ a?: boolean; b?: boolean }'],
  ['{ [K in 1]: string }', '{ 1: string }'],
  ['{ [K in Key] }', '{ a: unknown; b: unknown }'],
  // Members
  ['Pair["a"]', 'string'],
  ['Pair["b"]', 'int | undefined'],
  ['Pair["a" | "b"]', 'string | int | undefined'],
  ['(Pair | Other2)["a"]', 'string | boolean'],
  ['[string, int][0]', 'string'],
  ['[string, int][1]', 'int'],
  ['[string, int][0 | 1]', 'string | int'],
  ['[string, int][number]', 'string | int'],
  ['[string, ...boolean[]][number]', 'string | boolean'],
  ['string[][number]', 'string'],
  ['{ 1: string }[1]', 'string'],
  ['Order["id"]', 'int'],
  ['Order["size"]', 'number'],
  ['keyof Pair', '"a" | "b"'],
  ['keyof More', '"a" | "b" | "c"'],
  ['keyof Order', '"id" | "kept" | "changed" | "size" | "when" | "open"'],
  // Recursion, which derived types replace by the whole type once
  ['Pick<Ways, "list">', '{ list: Ways[] }'],
  ['Pick<Ways, "pair">', '{ pair: [int, Ways, ...Ways[]] }'],
  ['Pick<Ways, "map">', '{ map: Record<string, Ways> }'],
  ['Pick<Ways, "set">', '{ set: Map<string, Ways> }'],
  ['Pick<Ways, "page">', '{ page: Page<Ways> }'],
  ['Pick<Ways, "either">', '{ either: Ways | string }'],
  ['Pick<Ways, "inner">', '{ inner: { deep: Ways } }'],
  ['Pick<Ways, "none">', '{ none: Ways | null }'],
  ['Pick<Nodes<int>, "next">', '{ next: Nodes<int> | null }'],
  // Constants
  ['typeof sizes', '{ s: 1; m: { l: "x" }; "x-l": null }'],
  ['typeof sizes.s', '1'],
  ['typeof sizes.m', '{ l: "x" }'],
  ['typeof sizes.m.l', '"x"'],
  ['(typeof sizes)["s"]', '1'],
  ['keyof typeof sizes', '"s" | "m" | "x-l"'],
  ['keyof typeof sizes.m', '"l"'],
  ['typeof list', '["a", 2, null, true]'],
  ['(typeof list)[number]', '"a" | 2 | true | null'],
  ['typeof fixed', '{ a: int; b: string }'],
  ['keyof typeof fixed', '"a" | "b"'],
  ['typeof open', 'Pair'],
  ['keyof typeof open', '"a" | "b"'],
  ['typeof two', '2'],
  ['typeof Level', '{ Low: 1; High: "high" }'],
  ['keyof typeof Level', '"Low" | "High"'],
  ['(typeof Level)["High"]', '"high"'],
  // Classes
  ['Page<int>', 'Page<int>'],
  ['Omit<Page<int>, "x">', 'Pick<Page<int>, "items" | "more">'],
  [
    'Omit<Order, "kept" | "when" | "open" | "notes" | "print">',
    'Pick<Order, "id" | "changed" | "size">',
  ],
])('%s is %s', ([written, same]) => {
  const source = `${declarations}
interface Other2 { a: boolean }
class A { constructor(written: ${written}, same: ${same}) {} }`
  const types = typesOf(compileClass(source))
  expect(types['written']).toEqual(types['same'])
  expect(JSON.stringify(types['written'])).not.toContain('unreadable')
})

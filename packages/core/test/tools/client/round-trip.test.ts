import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { AccountController } from './fixtures/account.ts'
import { FormsController } from './fixtures/forms.ts'
import { type Loaded, served, type TestClient, writtenClient } from './written-client.ts'

let client: TestClient
let api: Loaded

beforeEach(async () => {
  client = await writtenClient([FormsController])
  const { createClient } = await client.load()
  api = createClient({ baseUrl: await served([FormsController]) }).forms
})

/** Looks like a value of another type, which must not matter. */
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '2026-11-22T12:00:00.000Z',
    '12',
    'true',
    'AQID',
    'https://a.example/',
    '__proto__',
  ),
)
const date = fc.date({
  min: new Date('0000-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
})
const whole = fc.maxSafeInteger()
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const leaf = fc.record({ kind: fc.constant('leaf' as const), at: date })
const told = fc.oneof(
  leaf,
  fc.record({
    kind: fc.constantFrom('twig' as const, 'branch' as const),
    weight: fc.bigInt(),
    inside: fc.array(leaf, { maxLength: 2 }),
  }),
)
const { chain } = fc.letrec((tie) => ({
  chain: fc.record({ at: date, next: fc.option(tie('chain'), { nil: undefined }) }),
}))
const dateText = date.map((each) => each.toISOString())

const forms = fc.record(
  {
    text,
    id: text,
    number,
    whole,
    big: fc.bigInt(),
    flag: fc.boolean(),
    date,
    nullable: fc.option(date),
    address: fc.webUrl().map((each) => new URL(each)),
    bytes: fc.uint8Array(),
    size: fc.constantFrom('s', 'l'),
    mixed: fc.constantFrom(1, 'one', true),
    user: whole.map((each) => `user-${each}`),
    dates: fc.array(date),
    grid: fc.array(fc.array(fc.bigInt())),
    pair: fc.oneof(fc.tuple(text), fc.tuple(text, date)),
    tail: fc.tuple(whole, fc.array(date)).map(([first, rest]) => [first, ...rest]),
    record: fc.dictionary(text, date),
    byText: fc.dictionary(text, date).map((each) => new Map(Object.entries(each))),
    byNumber: fc
      .array(fc.tuple(whole, fc.bigInt()))
      .map((entries) => new Map(entries.map(([key, value]) => [key + 0, value]))),
    texts: fc.array(text).map((each) => new Set(each)),
    numbers: fc.array(whole).map((each) => new Set(each)),
    told,
    various: fc.oneof(fc.boolean(), date, fc.array(fc.bigInt())),
    chain,
    page: fc.record({ data: fc.array(date), first: fc.option(date) }),
    part: fc.record({ kind: fc.constant('leaf'), at: date }, { requiredKeys: [] }),
    colour: fc.record({ red: number, name: text }, { requiredKeys: ['red'] }),
    anything: fc.jsonValue().map((each) => JSON.parse(JSON.stringify(each)) as unknown),
    amount: fc.constant('12.50'),
    instant: dateText.map((each) => Temporal.Instant.from(each)),
    day: dateText.map((each) => Temporal.PlainDate.from(each.slice(0, 10))),
    time: dateText.map((each) => Temporal.PlainTime.from(each.slice(11, -1))),
    dayTime: dateText.map((each) => Temporal.PlainDateTime.from(each.slice(0, -1))),
    duration: fc.nat(1000).map((days) => Temporal.Duration.from({ days })),
    optional: date,
  },
  { noNullPrototype: true },
)

/** Returns a string that distinguishes values of different types. */
function toComparable(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return value
  // Objects have names that look like numbers first.
  if (value instanceof Map) return ['Map', [...value].map(toComparable).toSorted(byText)]
  if (value instanceof Set) return ['Set', ...[...value].map(toComparable)]
  if (value instanceof Uint8Array) return `bytes ${[...value].join()}`
  if (Array.isArray(value)) return value.map(toComparable)
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return `${value.constructor.name} ${value.toJSON()}`
  }
  return Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([key, each]) => [key, toComparable(each)])
    .toSorted(byText)
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1
}

test('a value of each type is returned unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(forms, async (value) => {
      expect(toComparable(await api.forms({ body: value }))).toEqual(toComparable(value))
    }),
    { numRuns: 60 },
  )
})

test('a list and a map can be bodies and responses', async () => {
  const at = new Date(0)
  expect(await api.list({ body: [{ kind: 'leaf', at }] })).toEqual([{ kind: 'leaf', at }])
  expect(await api.map({ body: new Map([['a', 5n]]) })).toEqual(new Map([['a', 5n]]))
})

test('values of a path and a query have their types', async () => {
  const address = new URL('https://a.example/b?c=d&e')
  const input = {
    day: Temporal.PlainDate.from('2026-11-22'),
    big: 12345678901234567890n,
    date: new Date(5),
    flag: false,
    sizes: ['s', 'l'],
    numbers: new Set([1, 2]),
    address,
    at: null,
    text: '2026-11-22T12:00:00.000Z&=+ä',
    absent: undefined,
  }
  const { day, big, date, flag, sizes, numbers, text } = input
  expect(toComparable(await api.texts(input))).toEqual(
    toComparable([day, big, date, flag, sizes, numbers, address, null, text, true]),
  )
  const nested = {
    name: 'a[b].c',
    range: { from: new Date(0), to: new Date(1) },
    lines: [
      { sku: 'x', tags: ['p', 'q'] },
      { sku: 'y', tags: ['r'] },
    ],
  }
  expect(await api.nested(nested)).toEqual(nested)
})

test('values that cannot be distinguished stay as in JSON', async () => {
  expect(await api.ambiguous()).toEqual({
    either: '1970-01-01T00:00:00.000Z',
    objects: { at: '1970-01-01T00:00:00.000Z' },
    told: { at: new Date(0) },
  })
})

test('a value that does not match its type is unchanged', async () => {
  const { createClient } = await client.load()
  const sent = {
    date: 'soon',
    big: 'x1',
    dates: 'none',
    record: [1],
    byText: 7,
    told: { kind: 'x' },
  }
  const fetch = async () => Response.json(sent)
  const other = createClient({ baseUrl: 'http://test', fetch })
  expect(await other.forms.forms({ body: {} })).toEqual(sent)
})

test('types are generated as the server declares them', async () => {
  const program = `
    import type { Ambiguous, Count, Forms, Id, Leaf, Twig } from './client/types.js'
    type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
    const isTrue = <T extends true>(): T | undefined => undefined
    export const checks: unknown[] = [
      isTrue<Same<Forms['big'], bigint>>(),
      isTrue<Same<Forms['nullable'], Date | null>>(),
      isTrue<Same<Forms['size'], 's' | 'l'>>(),
      isTrue<Same<Forms['mixed'], 1 | 'one' | true>>(),
      isTrue<Same<Forms['user'], \`user-\${number}\`>>(),
      isTrue<Same<Forms['pair'], [string, Date?]>>(),
      isTrue<Same<Forms['tail'], [number, ...Date[]]>>(),
      isTrue<Same<Forms['byNumber'], Map<number, bigint>>>(),
      isTrue<Same<Forms['numbers'], Set<number>>>(),
      isTrue<Same<Forms['told'], Leaf | Twig>>(),
      isTrue<Same<Forms['various'], boolean | Date | bigint[]>>(),
      isTrue<Same<Forms['amount'], string>>(),
      isTrue<Same<Forms['anything'], unknown>>(),
      isTrue<Same<Forms['instant'], TEMPORAL>>(),
      isTrue<Same<Ambiguous['either'], string>>(),
      isTrue<Same<Forms['id'], Id>>(),
      isTrue<Same<Forms['whole'], Count>>(),
      isTrue<Id extends string ? true : false>(),
      isTrue<string extends Id ? false : true>(),
    ]`
  const withText = program.replace('TEMPORAL', 'string')
  const withTemporal = program.replace('TEMPORAL', 'Temporal.Instant')
  const plain = await writtenClient([FormsController], { 'main.ts': withText })
  expect(await plain.compile()).toBe('')
  const modern = await writtenClient([FormsController], { 'main.ts': withTemporal })
  const lib = ['es2024', 'dom', 'dom.iterable', 'esnext.temporal']
  expect(await modern.compile({ lib })).toBe('')
})

test('a hidden field is only sent, a computed one is only received', async () => {
  const program = `
    import type { Client } from './client/index.js'
    export async function create(api: Client): Promise<Date> {
      const body = { email: 'a@example.com', bornAt: new Date(0), password: 'secret' }
      const made = await api.account.create({ body })
      // @ts-expect-error hidden
      void made.password
      return made.adultAt
    }`
  const { compile, load } = await writtenClient([AccountController], { 'main.ts': program })
  expect(await compile()).toBe('')
  const { account } = await load()
  const body = { email: 'a@example.com', bornAt: new Date(0), password: 'secret' }
  const made = await account.create(
    { body },
    { client: { baseUrl: await served([AccountController]) } },
  )
  const adultAt = new Date('1988-01-01T00:00:00.000Z')
  expect(made).toEqual({ email: 'a@example.com', bornAt: new Date(0), adultAt })
})

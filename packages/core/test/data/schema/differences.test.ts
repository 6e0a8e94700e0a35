import {
  Body,
  GreaterThan,
  type int,
  JsonLogger,
  LessThan,
  Logger,
  Max,
  MaxItems,
  MaxLength,
  Min,
  MinItems,
  MinLength,
  MultipleOf,
  Post,
  Regex,
  Container,
  Kernel,
  Router,
} from '@fw/core'
import { expect, test } from 'vitest'

interface Point {
  readonly x: int
  readonly y?: int
}

interface Circle {
  readonly kind: 'circle'
  readonly radius: int
}

interface Square {
  readonly kind: 'square'
  readonly side: int
}

class Everything {
  constructor(
    @MinLength(2) @MaxLength(3) readonly word: string,
    @Regex(/^[a-z]+$/) readonly small: string,
    @Min(1) @Max(9) readonly digit: int,
    @GreaterThan(0) @LessThan(1) readonly part: number,
    @MultipleOf(0.1) readonly price: number,
    @Regex('a') @Regex('b') readonly both: string,
    @MinItems(1) @MaxItems(2) readonly list: int[],
    readonly pair: [int, string?],
    readonly row: [string, ...int[]],
    readonly flag: boolean,
    readonly only: 'a',
    readonly choice: 'a' | 1 | null,
    readonly tags: Set<string>,
    readonly prices: Record<`p${int}`, int>,
    readonly at: Date,
    readonly point: Point | null,
    readonly either: Point | string[],
    readonly shape: Circle | Square,
    readonly ambiguous: { readonly a: int } | { readonly b: int },
    readonly anything: unknown,
  ) {}
}

class Mirror {
  @Post('/')
  echo(@Body() body: unknown): Everything {
    return body as Everything
  }
}

const container = new Container().instance(Logger, new JsonLogger({ level: 'silent' })).boot()
const router = new Router().register(Mirror)
const kernel = new Kernel(container, router, { validateResponses: true })

const valid = {
  word: 'ab',
  small: 'a',
  digit: 1,
  part: 0.5,
  price: 0.3,
  both: 'ab',
  list: [1],
  pair: [1],
  row: ['x'],
  flag: true,
  only: 'a',
  choice: 1,
  tags: ['x', 'y'],
  prices: { p1: 1 },
  at: '2026-01-01T00:00:00Z',
  point: null,
  either: ['x'],
  shape: { kind: 'circle', radius: 1 },
  ambiguous: { a: 1 },
  anything: null,
}

/** Returns the response to a value that differs from the valid one. */
async function differenceOf(change: object): Promise<unknown> {
  const request = new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...valid, ...change }),
  })
  const response = await kernel.fetch(request)
  if (response.ok) return undefined
  const { error } = (await response.json()) as { readonly error: string }
  return error.replace(/^Mirror\.echo returned (.*)\. Return a value of .*$/u, '$1')
}

test.for([
  {},
  { word: 'abc', digit: 9, list: [1, 2], price: 12, row: ['x', 1, 2], choice: null },
  { price: 0, choice: 'a', shape: { kind: 'square', side: 1 }, ambiguous: { b: 1 } },
  { word: '👍👍👍', pair: [1, 'x'], tags: [], prices: {} },
  { point: { x: 1 }, either: { x: 1, y: 2 }, anything: { x: 'y' } },
])('a value that matches its type is sent: %o', async (change) => {
  expect(await differenceOf(change)).toBeUndefined()
})

test.for([
  [{ word: 'a' }, '"a" at "word", declared as a string of at least 2 characters'],
  [{ word: 'abcd' }, '"abcd" at "word", declared as a string of at most 3 characters'],
  [{ word: 7 }, '7 at "word", declared as string'],
  [{ small: 'A' }, '"A" at "small", declared as a string that matches ^[a-z]+$'],
  [{ digit: 0 }, '0 at "digit", declared as a number of at least 1'],
  [{ digit: 10 }, '10 at "digit", declared as a number of at most 9'],
  [{ digit: 1.5 }, '1.5 at "digit", declared as integer'],
  [{ part: 0 }, '0 at "part", declared as a number greater than 0'],
  [{ part: 1 }, '1 at "part", declared as a number less than 1'],
  [{ price: 0.35 }, '0.35 at "price", declared as a multiple of 0.1'],
  [{ both: 'b' }, '"b" at "both", declared as a string that matches a'],
  [{ both: 'a' }, '"a" at "both", declared as a string that matches b'],
  [{ list: [] }, '[] at "list", declared as a list of at least 1 elements'],
  [{ list: [1, 2, 3] }, '[1,2,3] at "list", declared as a list of at most 2 elements'],
  [{ list: [1, 'x'] }, '"x" at "list.1", declared as integer'],
  [{ list: { 0: 1 } }, '{"0":1} at "list", declared as array'],
  [{ pair: ['x'] }, '"x" at "pair.0", declared as integer'],
  [{ pair: [1, 2] }, '2 at "pair.1", declared as string'],
  [{ pair: [1, 'x', 'y'] }, '[1,"x","y"] at "pair", declared as a list of at most 2 elements'],
  [{ pair: [1, null] }, 'null at "pair.1", declared as string'],
  [{ pair: [] }, '[] at "pair", declared as a list of at least 1 elements'],
  [{ row: [1] }, '1 at "row.0", declared as string'],
  [{ row: ['x', 1, 'y'] }, '"y" at "row.2", declared as integer'],
  [{ flag: 'true' }, '"true" at "flag", declared as boolean'],
  [{ only: 'b' }, '"b" at "only", declared as "a"'],
  [{ choice: 2 }, '2 at "choice", declared as one of "a", 1, null'],
  [{ tags: ['x', 'x'] }, '["x","x"] at "tags", declared as a list without repeats'],
  [{ prices: { q1: 1 } }, '"q1" at "prices.q1", declared as a string that matches ^p[+-]?[0-9]+$'],
  [{ prices: { p1: 'x' } }, '"x" at "prices.p1", declared as integer'],
  [{ at: 'today' }, '"today" at "at", declared as a string of format date-time'],
  [{ point: {} }, '{} at "point", declared as an object with "x"'],
  [{ point: [] }, '[] at "point", declared as object or null'],
  [{ point: { x: 1, y: 'z' } }, '"z" at "point.y", declared as integer'],
  [{ point: 'x' }, '"x" at "point", declared as object or null'],
  [{ either: 7 }, '7 at "either", declared as one of its declared types'],
  [{ either: ['x', 7] }, '7 at "either.1", declared as string'],
  [{ either: { x: 'y' } }, '"y" at "either.x", declared as integer'],
  [
    { shape: { kind: 'oval' } },
    '{"kind":"oval"} at "shape", declared as one of its declared types',
  ],
  [{ ambiguous: {} }, '{} at "ambiguous", declared as one of its declared types'],
  [
    { ambiguous: { a: 'x', b: 'x' } },
    '{"a":"x","b":"x"} at "ambiguous", declared as one of its declared types',
  ],
] as const)('%o differs: %s', async ([change, difference]) => {
  expect(await differenceOf(change)).toBe(difference)
})

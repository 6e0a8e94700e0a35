import { Container, Get, Kernel, Router, type int } from '@fw/core'
import { expect, test } from 'vitest'

class Event {
  constructor(
    readonly kind: 'event',
    readonly tags: Set<string>,
    readonly secret: string,
    readonly note?: string,
  ) {}
}

class Person {
  constructor(
    readonly name: string,
    readonly tags: Set<string>,
    readonly secret: string,
  ) {}
}

interface Plain {
  readonly kind: 'plain'
  readonly tags: Set<string>
}

interface Numbered {
  readonly number: 1 | 2 | null
  readonly tags: Set<string>
}

interface Tree {
  readonly tags: Set<string>
  readonly trees: Tree[]
}

type Shown = Pick<Event, 'kind' | 'tags'>
type ShownPerson = Omit<Person, 'secret'>

const tags = new Set(['a'])
const event = { kind: 'event', tags, secret: 'hidden' } as const

/** Each method returns a value of its type. */
class Forms {
  @Get('/picked') picked(): Shown {
    return event
  }
  @Get('/picked-list') list(): Shown[] {
    return [event, new Event('event', tags, 'hidden')]
  }
  @Get('/picked-or-plain') orPlain(): (Shown | Plain)[] {
    return [event, { kind: 'plain', tags, secret: 'kept' } as Plain]
  }
  @Get('/picked-or-person') orPerson(): (Shown | Person | null)[] {
    return [event, { name: 'Ada', tags, secret: 'kept' }, new Person('Bob', tags, 'kept'), null]
  }
  @Get('/both') both(): Shown | ShownPerson {
    return { ...event, name: 'Ada' } as Shown
  }
  @Get('/numbered') numbered(): (Numbered | Shown)[] {
    return [
      { number: 1, tags },
      { number: null, tags },
      { number: 3, tags, secret: 'kept' } as unknown as Numbered,
    ]
  }
  @Get('/union') union(): (Map<string, Set<int>> | Set<int> | string)[] {
    return [new Map([['a', new Set([1])]]), new Set([2]), 'x']
  }
  @Get('/tuple') tuple(): [Set<int>, string, ...Map<string, int>[]] {
    return [new Set([1]), 'x', new Map([['a', 1]]), new Map()]
  }
  @Get('/record') record(): Record<string, Set<int>> {
    return { a: new Set([1]), b: new Set() }
  }
  @Get('/optional') optional(): { tags?: Set<int>; at: Date; bytes: Uint8Array } {
    return { at: new Date(0), bytes: new Uint8Array([1, 2, 3]) }
  }
  @Get('/tree') tree(): Tree {
    return { tags, trees: [{ tags, trees: [] }] }
  }
  @Get('/keys') keys(): Map<int, Map<'x' | 2, Uint8Array>> {
    return new Map([[1, new Map([['x', new Uint8Array([255])]])]])
  }
  @Get('/view') view(): { bytes: Uint8Array } {
    return { bytes: new Uint8Array([0, 1, 2, 3, 4]).subarray(1, 3) }
  }
}

const kernel = new Kernel(new Container().boot(), new Router().register(Forms))

test.for([
  ['/picked', { kind: 'event', tags: ['a'] }],
  [
    '/picked-list',
    [
      { kind: 'event', tags: ['a'] },
      { kind: 'event', tags: ['a'] },
    ],
  ],
  [
    '/picked-or-plain',
    [
      { kind: 'event', tags: ['a'] },
      { kind: 'plain', tags: ['a'], secret: 'kept' },
    ],
  ],
  [
    '/picked-or-person',
    [
      { kind: 'event', tags: ['a'] },
      { name: 'Ada', tags: ['a'], secret: 'kept' },
      { name: 'Bob', tags: ['a'], secret: 'kept' },
      null,
    ],
  ],
  ['/both', { kind: 'event', tags: ['a'], name: 'Ada' }],
  ['/union', [{ a: [1] }, [2], 'x']],
  ['/tuple', [[1], 'x', { a: 1 }, {}]],
  ['/record', { a: [1], b: [] }],
  ['/optional', { at: '1970-01-01T00:00:00.000Z', bytes: 'AQID' }],
  ['/tree', { tags: ['a'], trees: [{ tags: ['a'], trees: [] }] }],
  ['/keys', { 1: { x: '/w==' } }],
  ['/view', { bytes: 'AQI=' }],
  [
    '/numbered',
    [
      { number: 1, tags: ['a'] },
      { number: null, tags: ['a'] },
      // It matches no member, so it is converted as each of them.
      { tags: ['a'] },
    ],
  ],
] as const)('the JSON of %s', async ([path, json]) => {
  const response = await kernel.fetch(new Request(`http://localhost${path}`))
  expect(await response.json()).toEqual(json)
})

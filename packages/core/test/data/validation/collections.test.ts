import { Container, Get, Hydrator, Kernel, Router, type ValidationFailed, type int } from '@fw/core'
import { expect, test } from 'vitest'
import { findSlowText } from '../../../../../spec/expressions/find-slow-text.ts'
import { documentOf } from '../../features/openapi/document-of.ts'
import { FurtherController } from '../../features/openapi/fixtures/further-types.ts'

class Inner {
  constructor(
    readonly tags: Set<string>,
    readonly next: Inner | null = null,
  ) {}
}

class Collections {
  constructor(
    readonly scores: Map<int, Inner> = new Map(),
    readonly names: Map<string, unknown> = new Map(),
    readonly record: Record<int, boolean> = {},
    readonly tags: Set<string> = new Set(),
    readonly bytes: Uint8Array = new Uint8Array(),
    readonly at: Temporal.Instant = Temporal.Instant.from('2026-01-01T00:00:00Z'),
    readonly size: Map<number, string> = new Map(),
    readonly link: URL = new URL('http://a.b/'),
  ) {}
}

const hydrator = new Hydrator()

function errorsOf(data: object): unknown {
  try {
    return { accepted: hydrator.hydrate(Collections, data) }
  } catch (error) {
    return (error as ValidationFailed).errors
  }
}

test('collections are created, with each key and element checked', () => {
  const collections = hydrator.hydrate(Collections, {
    scores: { 1: { tags: ['a', 'b'] } },
    record: { 5: true },
    tags: ['x'],
    bytes: 'AQI=',
    size: { '0.5': 'half', '1e+21': 'large' },
    link: 'https://example.com',
  })
  expect(collections.scores).toEqual(new Map([[1, new Inner(new Set(['a', 'b']))]]))
  expect(collections.record).toEqual({ 5: true })
  expect(collections.tags).toEqual(new Set(['x']))
  expect([...collections.bytes]).toEqual([1, 2])
  expect(collections.bytes.buffer.byteLength).toBe(2)
  expect([...collections.size.keys()]).toEqual([0.5, 1e21])
  expect(collections.link).toEqual(new URL('https://example.com/'))
})

test('an error in a key or an element is reported under it', () => {
  expect(
    errorsOf({
      scores: { '01': { tags: [1] }, '2': 'x' },
      record: { a: 1 },
      tags: ['a', 'a', null],
      bytes: 'AQJ=',
      size: { '1.0': 'one' },
      link: '/relative',
      at: '2026-02-30T00:00:00Z',
    }),
  ).toEqual({
    'scores.2': ['must be an object.'],
    'scores.01': ['the key must be an integer.'],
    'scores.01.tags.0': ['must be a string.'],
    'record.a': ['the key must be an integer.', 'must be a boolean.'],
    tags: ['must not repeat elements.'],
    'tags.2': ['must not be null.'],
    bytes: ['must be base64.'],
    'size.1.0': ['the key must be a number.'],
    link: ['must be a valid URL.'],
    at: ['must be a date-time.'],
  })
})

test('hostile keys are ordinary keys', () => {
  const names = JSON.parse(
    `{"__proto__":1,"constructor":2,${Array.from({ length: 100_000 }, (_, i) => `"k${i}":0`).join(',')}}`,
  ) as object
  const collections = hydrator.hydrate(Collections, { names })
  expect(collections.names.size).toBe(100_002)
  expect(collections.names.get('__proto__')).toBe(1)
  expect(({} as Record<string, unknown>)['k1']).toBeUndefined()
  const wrong = errorsOf({ record: names }) as Record<string, string[]>
  expect(Object.values(wrong).flat()).toHaveLength(100)
})

test('a duplicate at the end of a set of 100,000 elements is found', () => {
  const tags = Array.from({ length: 100_000 }, (_, index) => `t${index}`)
  expect(hydrator.hydrate(Collections, { tags }).tags.size).toBe(100_000)
  expect(errorsOf({ tags: [...tags, 't0'] })).toEqual({ tags: ['must not repeat elements.'] })
})

class Answers {
  @Get('/collections')
  collections(): Collections {
    const inner = new Inner(new Set(['b']), new Inner(new Set(['c'])))
    const names = new Map<string, unknown>([['__proto__', 1]])
    return new Collections(new Map([[1, inner]]), names, {}, new Set(['x']), new Uint8Array([1, 2]))
  }

  @Get('/list')
  async list(): Promise<{ found: Map<string, Set<int>> | null; plain: Inner }[]> {
    return [{ found: new Map([['a', new Set([1])]]), plain: new Inner(new Set()) }]
  }

  @Get('/tags')
  tags(): Set<string> {
    return new Set(['a'])
  }

  @Get('/bytes')
  bytes(): Uint8Array {
    return new TextEncoder().encode('raw')
  }

  @Get('/events')
  async *events(): AsyncIterable<{ tags: Set<string> }> {
    yield { tags: new Set(['a']) }
  }

  @Get('/lost')
  lost(): { anything: unknown } {
    return { anything: [{ deep: new Set([1]) }] }
  }
}

const kernel = new Kernel(new Container().boot(), new Router().register(Answers), {
  validateResponses: true,
})

async function textOf(path: string): Promise<string> {
  return await (await kernel.fetch(new Request(`http://localhost${path}`))).text()
}

test('responses are written according to their types', async () => {
  expect(await textOf('/collections')).toBe(
    '{"scores":{"1":{"tags":["b"],"next":{"tags":["c"],"next":null}}},"names":{"__proto__":1},"record":{},' +
      '"tags":["x"],"bytes":"AQI=","at":"2026-01-01T00:00:00Z","size":{},"link":"http://a.b/"}',
  )
  expect(await textOf('/list')).toBe('[{"found":{"a":[1]},"plain":{"tags":[],"next":null}}]')
  expect(await textOf('/tags')).toBe('["a"]')
  expect(await textOf('/events')).toBe('data: {"tags":["a"]}\n\n')
})

test('a collection without a declared type is reported', async () => {
  expect(await textOf('/lost')).toContain(
    'Answers.lost returned {} at \\"anything.0.deep\\", declared as a type without a Set.',
  )
})

test('the published patterns of times and URLs match any string quickly', async () => {
  const { components } = await documentOf([FurtherController])
  const published = JSON.stringify([components.schemas['Times'], components.schemas['Platform']])
  const patterns = [...published.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '']) => JSON.parse(text) as string,
  )
  expect(new Set(patterns).size).toBe(7)
  const slow = patterns.filter((pattern) => findSlowText(new RegExp(pattern, 'u')))
  expect(slow).toEqual([])
})

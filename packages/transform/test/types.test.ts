import { describe, expect, test } from 'vitest'
import { transform } from '../src/transform.ts'
import { typesOf } from './described.ts'
import { loadFixture } from './load-fixture.ts'

const { Brands }: typeof import('./fixtures/brands.ts') = loadFixture('./brands.ts')
const { Builtins }: typeof import('./fixtures/builtins.ts') = loadFixture('./builtins.ts')
const { Containers }: typeof import('./fixtures/containers.ts') = loadFixture('./containers.ts')
const { Ordering, Page }: typeof import('./fixtures/generics.ts') = loadFixture('./generics.ts')
const { Literals }: typeof import('./fixtures/literals.ts') = loadFixture('./literals.ts')
const { Address }: typeof import('./fixtures/models/address.ts') =
  loadFixture('./models/address.ts')
const { Mutual }: typeof import('./fixtures/mutual.ts') = loadFixture('./mutual.ts')
const { Named }: typeof import('./fixtures/named.ts') = loadFixture('./named.ts')
const { Scalars }: typeof import('./fixtures/scalars.ts') = loadFixture('./scalars.ts')
const { File: OwnFile, Shadowed }: typeof import('./fixtures/shadowed.ts') =
  loadFixture('./shadowed.ts')
const { Structures }: typeof import('./fixtures/structures.ts') = loadFixture('./structures.ts')

const string = { kind: 'string' }
const int = { kind: 'int' }
const orderId = { kind: 'string', brand: 'OrderId' }
const date = { kind: 'builtin', name: 'Date' }
const exported = (name: string, module: string) => ({
  name,
  at: `packages/transform/test/fixtures/${module}.ts`,
})
const shape = {
  kind: 'object',
  ...exported('Shape', 'named'),
  doc: { summary: 'What is drawn.' },
  properties: [{ name: 'side', type: int }],
}
const address = { kind: 'class', name: 'Address', class: Address }

describe('every row of the type table is read', () => {
  const cases: Record<string, [described: object, expected: Record<string, unknown>]> = {
    brands: [
      Brands,
      {
        direct: orderId,
        generic: { kind: 'number', brand: 'Count' },
        renamed: orderId,
        nullable: { ...orderId, nullable: true },
        list: { kind: 'array', items: orderId },
        either: string,
        plain: string,
        inline: string,
        literal: { kind: 'enum', values: ['a'] },
      },
    ],
    scalars: [
      Scalars,
      {
        string,
        number: { kind: 'number' },
        float: { kind: 'number' },
        int,
        renamedInt: int,
        ownAlias: { kind: 'number' },
        namespaced: int,
        bigint: { kind: 'bigint' },
        boolean: { kind: 'boolean' },
        date,
        unknown: { kind: 'unknown' },
        any: { kind: 'unknown' },
        object: { kind: 'unknown' },
        anything: { kind: 'unknown' },
      },
    ],
    literals: [
      Literals,
      {
        literal: values('only'),
        negative: values(-1),
        template: values('plain'),
        union: values('a', 'b', 3),
        withTrue: values('auto', true),
        withBoolean: values('auto', true, false),
        both: { kind: 'boolean' },
        absorbed: string,
        open: string,
        alias: { ...values('admin', 'user'), name: 'Role' },
        numbers: {
          ...values(0, 1, 10, 11),
          ...exported('Status', 'literals'),
          names: ['Open', 'Paid', 'Sent', 'Cancelled'],
        },
        strings: { ...values('red', 'green'), name: 'Colour' },
        constant: { ...values(1, 2), name: 'Size' },
        computed: { ...values(0, 1, 2, 3, 'level 2', -1), name: 'Access' },
        imported: {
          ...values(10, 20),
          ...exported('Priority', 'models/enums'),
          names: ['Low', 'High'],
        },
        member: values(1),
        members: values(0, 1),
        element: values('EUR', 'USD'),
        frozen: values(1, 2, 3),
        value: values('m', 's', 1),
        key: values('metre', 'second', 'one'),
        openKey: values('small', 'large'),
        enumKey: values('Red', 'Green'),
        enumValue: values('red', 'green'),
        excluded: values('user', 'guest'),
        extracted: values('admin'),
      },
    ],
    containers: [
      Containers,
      {
        list: listOf(string),
        array: listOf(int),
        readonlyArray: listOf(date),
        readonlyList: listOf({ ...string, nullable: true }),
        nested: listOf(listOf(string)),
        tuple: { kind: 'tuple', items: [string, int] },
        labelled: { kind: 'tuple', items: [{ kind: 'number' }, { kind: 'number' }] },
        record: { kind: 'record', values: int },
        index: { kind: 'record', values: { kind: 'boolean' } },
        keyed: objectOf({ a: string, b: string }),
        generic: objectOf({ items: listOf(address), cursor: { ...string, nullable: true } }),
        both: objectOf({ items: listOf(int), cursor: { ...int, nullable: true } }),
        pair: {
          kind: 'tuple',
          items: [objectOf({ name: string }, 'Named'), objectOf({ name: string }, 'Named')],
        },
        union: { kind: 'union', members: [string, { kind: 'number' }, address] },
        promise: string,
        awaited: int,
      },
    ],
    builtins: [
      Builtins,
      {
        date,
        file: builtin('File'),
        request: builtin('Request'),
        response: builtin('Response'),
        signal: builtin('AbortSignal'),
        stream: { ...builtin('ReadableStream'), typeArguments: [builtin('Uint8Array')] },
        bytes: builtin('Uint8Array'),
        buffer: builtin('Uint8Array'),
        importedBuffer: builtin('Uint8Array'),
        importedStream: builtin('ReadableStream'),
        iterable: { ...builtin('AsyncIterable'), typeArguments: [string] },
        iterator: { ...builtin('AsyncIterable'), typeArguments: [string] },
        iterableIterator: { ...builtin('AsyncIterable'), typeArguments: [string] },
        generator: { ...builtin('AsyncIterable'), typeArguments: [string] },
      },
    ],
    'names that hide a global type': [
      Shadowed,
      {
        file: { kind: 'class', name: 'File', class: OwnFile },
        date: objectOf({ year: { kind: 'number' } }, 'Date'),
      },
    ],
    'a generic class': [
      Page,
      {
        items: listOf({ kind: 'typeParameter', name: 'T' }),
        extra: { kind: 'typeParameter', name: 'U', nullable: true },
        self: { kind: 'class', name: 'Page', class: Page, typeArguments: [string, date] },
      },
    ],
    'a type that its module exports': [
      Named,
      {
        grade: {
          ...values(1, 2, 'x'),
          ...exported('Grade', 'named'),
          names: ['Low', 'High', 'Other'],
          doc: { summary: 'How good it is.' },
        },
        shape: { ...shape, nullable: true },
        mark: { kind: 'union', members: [string, int], ...exported('Mark', 'named') },
        marked: { kind: 'union', members: [string, int, shape] },
        box: {
          ...exported('Box<Shape>', 'named'),
          ...objectOf({ value: shape, more: listOf(shape) }),
        },
        boxes: listOf({
          ...exported('Box<string[]>', 'named'),
          ...objectOf({ value: listOf(string), more: listOf(listOf(string)) }),
        }),
        unnamed: objectOf({ value: objectOf({ a: int }), more: listOf(objectOf({ a: int })) }),
        part: {
          kind: 'object',
          properties: [{ name: 'side', type: int, optional: true }],
        },
        less: values(1),
        own: { ...values('a', 'b'), name: 'Own' },
        later: {
          ...exported('Later', 'named'),
          ...objectOf({ at: date }),
          doc: { summary: 'Exported by a list.' },
        },
      },
    ],
    'a mention of a generic class': [
      Ordering,
      {
        page: {
          kind: 'class',
          name: 'Page',
          class: Page,
          typeArguments: [{ kind: 'typeParameter', name: 'T' }, { kind: 'number' }],
        },
      },
    ],
  }

  test.for(Object.entries(cases))('%s', ([, [described, expected]]) => {
    expect(typesOf(described)).toEqual(expected)
  })
})

describe('objects, interfaces and aliases are read by their structure', () => {
  const doc = { summary: 'The name.', description: 'As shown.' }
  const id = { name: 'id', type: int }
  const name = { name: 'name', type: string, doc }
  const merged = { name: 'merged', type: { kind: 'boolean' }, optional: true }
  const fixed = { name: 'name', type: values('fixed') }
  const kept = { name: 'kept', type: string }
  const quoted = { name: 'quoted-key', type: string }
  const read = { name: 'read', type: date }
  const base = { kind: 'object', name: 'Base', properties: [id, name, merged] }
  const tree = {
    kind: 'object',
    name: 'Tree',
    properties: [
      { name: 'value', type: string },
      { name: 'children', type: listOf({ kind: 'recursive', name: 'Tree' }) },
      { name: 'parent', type: { kind: 'recursive', name: 'Tree', nullable: true } },
    ],
  }
  const cases: Record<string, unknown> = {
    literal: {
      kind: 'object',
      name: 'Literal',
      properties: [
        { name: 'a', type: string },
        { name: 'b', type: { kind: 'number' }, optional: true },
        { name: 'c', type: objectOf({ d: { kind: 'null' } }) },
      ],
    },
    inline: objectOf({ x: { kind: 'number' } }),
    base,
    extended: {
      kind: 'object',
      name: 'Extended',
      properties: [id, fixed, merged, kept, quoted, read],
    },
    both: {
      kind: 'object',
      name: 'Both',
      properties: [id, name, merged, { name: 'extra', type: date }],
    },
    partial: {
      kind: 'object',
      properties: [{ ...id, optional: true }, { ...name, optional: true }, merged],
    },
    required: {
      kind: 'object',
      properties: [
        { name: 'a', type: string },
        { name: 'b', type: { kind: 'number' } },
        { name: 'c', type: objectOf({ d: { kind: 'null' } }) },
      ],
    },
    readonly: base,
    picked: { kind: 'object', properties: [id, name] },
    omitted: { kind: 'object', properties: [id, merged, kept, read] },
    keys: values('id', 'name', 'merged'),
    indexed: string,
    maybe: { kind: 'boolean' },
    element: string,
    tree,
    leaf: {
      kind: 'object',
      name: 'Leaf',
      properties: [
        { name: 'value', type: string },
        { name: 'children', type: listOf(tree) },
        { name: 'parent', type: { ...tree, nullable: true } },
        { name: 'leaf', type: values(true) },
      ],
    },
    linked: {
      kind: 'object',
      name: 'Linked',
      properties: [{ name: 'next', type: { kind: 'recursive', name: 'Linked' }, optional: true }],
    },
    box: {
      kind: 'object',
      name: 'Box<string>',
      properties: [
        { name: 'content', type: string },
        { name: 'inner', type: { kind: 'recursive', name: 'Box<string>' }, optional: true },
      ],
    },
    ping: objectOf(
      {
        pong: {
          kind: 'object',
          name: 'Pong',
          properties: [{ name: 'ping', type: { kind: 'recursive', name: 'Ping' }, optional: true }],
        },
      },
      'Ping',
    ),
  }

  test.for(Object.entries(cases))('%s', ([parameter, expected]) => {
    expect(typesOf(Structures)[parameter]).toEqual(expected)
  })

  test('and none is missing here', () => {
    expect(Object.keys(typesOf(Structures))).toEqual(Object.keys(cases))
  })
})

function values(...literals: unknown[]) {
  return { kind: 'enum', values: literals }
}

function listOf(items: unknown) {
  return { kind: 'array', items }
}

function builtin(name: string) {
  return { kind: 'builtin', name }
}

function objectOf(types: Record<string, unknown>, name?: string) {
  const properties = Object.entries(types).map(([key, type]) => ({ name: key, type }))
  return { kind: 'object', ...(name !== undefined && { name }), properties }
}

describe('an interface that several properties share is described once', () => {
  const parents: Record<string, (depth: number) => string> = {
    'as their type': (depth) => `{ ${fields((n) => `f${n}: L${depth - 1}`)} }`,
    'or with null': (depth) => `{ ${fields((n) => `f${n}: L${depth - 1} | null`)} }`,
    'or undefined': (depth) => `{ ${fields((n) => `f${n}?: L${depth - 1}`)} }`,
    'or an array': (depth) => `{ ${fields((n) => `f${n}: L${depth - 1}[]`)} }`,
    'or a parent': (depth) =>
      `extends L${depth - 1} { ${fields((n) => `d${depth}f${n}: L${depth - 1}`)} }`,
  }
  test.each(Object.entries(parents))('%s', (_, members) => {
    const sizes = [6, 8, 10].map((depth) => described(depth, members).length)

    const [first = 0, second = 0, third = 0] = sizes
    expect(third - second).toBeLessThan(1.5 * (second - first))
  })

  test('as a type argument', () => {
    const of = (depth: number) => `{ ${fields((n) => `f${n}: Box<L${depth - 1}>`)} }`
    const sizes = [6, 8, 10].map((depth) => described(depth, of).length)

    const [first = 0, second = 0, third = 0] = sizes
    expect(third - second).toBeLessThan(1.5 * (second - first))
  })

  function fields(write: (n: number) => string): string {
    return [1, 2, 3, 4, 5].map(write).join('; ')
  }

  function described(depth: number, members: (depth: number) => string): string {
    const levels = Array.from({ length: depth }, (_, n) => `interface L${n + 1} ${members(n + 1)}`)
    const source = `interface Box<T> { value: T }
      interface L0 { a: string }
      ${levels.join('\n')}
      export class Top { constructor(readonly top: L${depth}) {} }`
    return transform(source, '/app/deep.ts').code
  }
})

test('interfaces that refer to each other start with the named one', () => {
  const { left, right } = typesOf(Mutual)

  expect(left).toEqual({
    kind: 'object',
    name: 'Left',
    properties: [{ name: 'right', type: oneOf('Right', 'left', 'Left') }],
  })
  expect(right).toEqual({
    kind: 'object',
    name: 'Right',
    properties: [{ name: 'left', type: oneOf('Left', 'right', 'Right') }],
  })

  function oneOf(name: string, property: string, type: string): object {
    const recursive = { kind: 'recursive', name: type, nullable: true }
    return {
      kind: 'object',
      name,
      nullable: true,
      properties: [{ name: property, type: recursive }],
    }
  }
})

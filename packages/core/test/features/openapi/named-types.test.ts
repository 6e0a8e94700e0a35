import { Body, Hide, Post, standardSchema, type Class, type JsonSchema, type int } from '@fw/core'
import { expect, test } from 'vitest'
import { documentOf } from './document-of.ts'
import { PurchaseController } from './fixtures/named-types.ts'

const { paths, components } = await documentOf([PurchaseController])
const { schemas } = components

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const module = 'packages.core.test.features.openapi.fixtures'

function properties(name: string): Record<string, JsonSchema> {
  return schemas[name]?.['properties'] as Record<string, JsonSchema>
}

test('an exported enum is a component with the names of its values', () => {
  expect(schemas['Status']).toEqual({
    type: 'string',
    enum: ['open', 'paid'],
    'x-enum-varnames': ['Open', 'Paid'],
    description: 'The state of a payment.',
  })
  expect(schemas['Rank']).toEqual({
    type: 'integer',
    enum: [0, 5],
    'x-enum-varnames': ['Low', 'High'],
  })
  expect(properties('Purchase')).toMatchObject({
    status: { ...reference('Status'), default: 'open' },
    rank: { anyOf: [reference('Rank'), { type: 'null' }], default: null },
  })
  expect(paths['/payments']?.['get']?.parameters).toEqual([
    { name: 'status', in: 'query', schema: { ...reference('Status'), default: 'open' } },
    { name: 'colour', in: 'query', schema: reference('Colour') },
  ])
})

test('exported interfaces and unions are components', () => {
  expect(schemas['Colour']).toEqual({ type: 'string', enum: ['red', 'green'] })
  expect(schemas['Payment']).toEqual({
    oneOf: [reference('Card'), reference('Cash')],
    discriminator: {
      propertyName: 'kind',
      mapping: {
        card: '#/components/schemas/Card',
        cash: '#/components/schemas/Cash',
      },
    },
    description: 'A way to pay.',
  })
  expect(schemas['Key']).toEqual({ anyOf: [{ type: 'string' }, { type: 'integer' }] })
  expect(properties('Purchase')).toMatchObject({
    payment: reference('Payment'),
    key: { ...reference('Key'), minLength: 2, default: 'k1' },
    colour: {
      anyOf: [reference('Colour'), { type: 'null' }],
      default: 'red',
      examples: ['green'],
    },
    question: { anyOf: [reference('Question'), { type: 'null' }] },
    answer: reference('Answer'),
  })
  expect(properties('Answer')).toEqual({ question: reference('Question') })
  expect(properties('Question')).toMatchObject({
    answer: { anyOf: [reference('Answer'), { type: 'null' }] },
  })
})

test('an instance of a generic type is a separate component', () => {
  expect(properties('PageOfPayment')).toEqual({
    data: { type: 'array', items: reference('Payment') },
    total: { type: 'integer' },
  })
  expect(properties('PageOfPaymentOrNull')).toMatchObject({
    data: { items: { anyOf: [reference('Payment'), { type: 'null' }] } },
  })
  expect(properties('BasketOfPayment')).toEqual({
    page: reference('PageOfPayment'),
    payment: reference('Payment'),
  })
  expect(properties('Purchase')['result']).toEqual(reference('ResultOfAddress'))
  expect(paths['/payments']?.['post']?.responses['200']?.content).toEqual({
    'application/json': { schema: reference('PageOfPayment') },
  })
  expect(paths['/payments']?.['get']?.responses['200']?.content).toEqual({
    'application/json': { schema: reference('ResultOfKey') },
  })
})

test('types without a name, or not exported, are inlined', () => {
  expect(properties('Purchase')).toMatchObject({
    own: { type: 'object', properties: { colour: reference('Colour') } },
    unnamed: { type: 'object', properties: { total: { type: 'integer' } } },
    part: { type: 'object', properties: { street: { type: 'string' } } },
  })
})

test('two types with the same name are both qualified by their modules', () => {
  const address = `${module}.named-types.Address`
  expect(properties('Purchase')).toMatchObject({
    address: reference(address),
    other: reference(`${module}.stock.address.Address`),
  })
  expect(schemas[address]).toMatchObject({
    description: 'The destination.',
    required: ['street'],
  })
  expect(properties(`${module}.stock.address.Address`)).toEqual({ shelf: { type: 'string' } })
})

test('every component is referenced, and responses have separate ones only if they differ', () => {
  expect(Object.keys(schemas)).toEqual([
    'Answer',
    'BasketOfPayment',
    'Card',
    'Cash',
    'Colour',
    'Key',
    'PageOfPayment',
    'PageOfPaymentOrNull',
    'Payment',
    'Purchase',
    'PurchaseOutput',
    'Question',
    'Rank',
    'ResultOfAddress',
    'ResultOfKey',
    'Status',
    `${module}.named-types.Address`,
    `${module}.stock.address.Address`,
  ])
})

class Box<T> {
  constructor(readonly value: T) {}
}

class Pair<A, B = string> {
  constructor(
    readonly first: A,
    readonly second: B,
  ) {}
}

class Entry<T> {
  constructor(
    readonly value: T,
    readonly next: Entry<T> | null,
  ) {}
}

class Generics {
  constructor(
    readonly entry: Entry<int>,
    readonly boxes: Box<Box<int>>,
    readonly plain: Box<string>,
    readonly list: Box<string[] | null>,
    readonly record: Box<Record<string, int>>,
    readonly two: Pair<int, boolean>,
    readonly standard: Pair<int>,
    readonly set: Box<Set<string>>,
    readonly tuple: Box<[int, string]>,
    readonly literals: Box<'a' | 'b'>,
    readonly others: Box<'a' | 'c'>,
  ) {}
}

interface Link {
  readonly next?: Link
}

class First {
  constructor(readonly link: Link) {}
}

function createSecond() {
  interface Link {
    readonly next: Link | null
    readonly value: int
  }
  class Second {
    constructor(
      readonly link: Link,
      readonly first: First,
    ) {}
  }
  return Second
}

function definitionsOf(target: Class<object>): Record<string, JsonSchema> {
  const { jsonSchema } = standardSchema(target)['~standard']
  return jsonSchema.input({ target: 'draft-2020-12' })['$defs'] as Record<string, JsonSchema>
}

test('the names of generic types consist of letters, digits and _', () => {
  const definitions = definitionsOf(Generics)
  expect(definitions['EntryOfInt']).toMatchObject({
    properties: { next: { anyOf: [{ $ref: '#/$defs/EntryOfInt' }, { type: 'null' }] } },
  })
  expect(Object.keys(definitions)).toEqual([
    'BoxOfBoxOfInt',
    'BoxOfInt',
    'BoxOfRecordOfStringAndInt',
    'BoxOfSetOfString',
    'BoxOfString',
    'BoxOfStringListOrNull',
    'BoxOf_a_Or_b_',
    'BoxOf_a_Or_c_',
    'BoxOf_intAndString_',
    'EntryOfInt',
    'Generics',
    'PairOfIntAndBoolean',
    'PairOfIntAndString',
  ])
})

test('two types with the same name in one module are numbered', () => {
  const { First, Second, Link_1: first, Link_2: second } = definitionsOf(createSecond())
  expect(First?.['properties']).toEqual({ link: { $ref: '#/$defs/Link_2' } })
  expect(Second?.['properties']).toMatchObject({ link: { $ref: '#/$defs/Link_1' } })
  expect(first?.['required']).toEqual(['next', 'value'])
  expect(second?.['properties']).toEqual({ next: { $ref: '#/$defs/Link_2' } })
})

class Secret {
  constructor(
    @Hide() readonly code: string,
    readonly hint: string,
  ) {}
}

class Left {
  constructor(readonly secret: Secret) {}
}

class Right {
  constructor(readonly secret: Secret) {}
}

class Top {
  constructor(
    readonly left: Left,
    readonly link: Link,
  ) {}
}

class Secrets {
  @Post('/secrets')
  store(@Body() top: Top): [Top, Right] {
    return [top, new Right(top.left.secret)]
  }

  @Post('/right')
  storeRight(@Body() right: Right): Link {
    return { next: { next: right as never } }
  }
}

test('a component differs if one that it refers to does', async () => {
  const { schemas } = (await documentOf([Secrets])).components
  const names = ['Left', 'Right', 'Secret', 'Top'].flatMap((name) => [name, `${name}Output`])
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(names))
  expect(schemas).toMatchObject({
    Link: { properties: { next: reference('Link') } },
    Top: { properties: { left: reference('Left'), link: reference('Link') } },
    TopOutput: { properties: { left: reference('LeftOutput'), link: reference('Link') } },
    Right: { properties: { secret: reference('Secret') } },
    RightOutput: { properties: { secret: reference('SecretOutput') } },
    Secret: { required: ['code', 'hint'] },
    SecretOutput: { required: ['hint'] },
  })
})

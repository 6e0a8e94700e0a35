import type { JsonSchema } from '@fw/core'
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

import { describe, expect, test } from 'vitest'
import { documentOf } from './document-of.ts'
import { EchoController } from './fixtures/echo.ts'
import { OrderController } from './fixtures/shop.ts'

const { schemas } = (await documentOf([EchoController])).components
const shop = (await documentOf([OrderController])).components.schemas

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

function properties(name: string): Record<string, unknown> {
  return schemas[name]?.['properties'] as Record<string, unknown>
}

describe('the schema of', () => {
  test('a string', () => {
    expect(properties('Texts')['plain']).toEqual({ type: 'string' })
    expect(properties('Texts')['standard']).toEqual({ type: 'string', default: 'x' })
  })

  test('numbers', () => {
    expect(properties('Numbers')).toMatchObject({
      any: { type: 'number' },
      positive: { type: ['number', 'null'], exclusiveMinimum: 0 },
    })
    expect(properties('Numbers')['whole']).toEqual({ type: 'integer' })
  })

  test('a bigint, whose limits apply to strings of digits too', () => {
    expect(properties('Bigints')['id']).toEqual({
      type: ['integer', 'string'],
      pattern: '^-?\\d+$',
    })
    expect(properties('Bigints')['positive']).toMatchObject({
      allOf: [{ exclusiveMinimum: 0, pattern: '^(?:0*[1-9]\\d\\d*|0*[1-9])$' }],
    })
  })

  test('a boolean', () => {
    expect(properties('Booleans')['flag']).toEqual({ type: 'boolean' })
  })

  test('a date', () => {
    expect(properties('Dates')['at']).toMatchObject({ type: 'string', format: 'date-time' })
  })

  test('literals and enums', () => {
    expect(properties('Literals')).toMatchObject({
      one: { type: 'string', const: 'a' },
      size: reference('Size'),
      mixed: { enum: expect.arrayContaining([1, 'one', true]) },
    })
    expect(schemas['Size']).toEqual({
      type: 'string',
      enum: ['s', 'l'],
      'x-enum-varnames': ['Small', 'Large'],
    })
  })

  test('a nullable type', () => {
    expect(properties('Texts')['nullable']).toEqual({ type: ['string', 'null'] })
    expect(properties('Literals')['few']).toEqual({
      type: ['string', 'null'],
      enum: ['a', 'b', null],
    })
    expect(properties('Literals')['level']).toEqual({
      anyOf: [reference('Level'), { type: 'null' }],
    })
    expect(schemas['Level']).toMatchObject({ type: 'integer', enum: [0, 5] })
    expect(properties('Nested')['nullable']).toEqual({
      anyOf: [reference('Item'), { type: 'null' }],
    })
    expect(properties('Unions')['various']).toMatchObject({
      anyOf: expect.arrayContaining([{ type: 'null' }]),
    })
  })

  test('a list', () => {
    expect(properties('Lists')['grid']).toEqual({
      type: 'array',
      items: { type: 'array', items: { type: 'integer' } },
    })
    expect(properties('Nested')['items']).toEqual({ type: 'array', items: reference('Item') })
    expect(properties('Nested')['listOf']).toEqual({
      type: 'array',
      items: reference('Item'),
      default: [],
    })
  })

  test('a tuple', () => {
    expect(properties('Lists')['pair']).toEqual({
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'integer' }],
      minItems: 2,
      maxItems: 2,
      examples: [['string', 0]],
    })
  })

  test('a record', () => {
    expect(properties('Records')['numbers']).toEqual({
      type: 'object',
      additionalProperties: { type: ['integer', 'null'] },
    })
  })

  test('a class, at any depth and with any type arguments', () => {
    expect(properties('Nested')['item']).toEqual(reference('Item'))
    expect(properties('Generics')).toEqual({
      items: reference('PageOfItem'),
      texts: reference('PageOfStringOrNull'),
      box: reference('BoxOfItem'),
      raw: reference('PageOfUnknown'),
    })
    expect(properties('BoxOfItem')).toMatchObject({ page: reference('PageOfItem') })
    expect(properties('Branch')).toMatchObject({
      branches: { type: 'array', items: reference('Branch') },
    })
  })

  test('a union of classes', () => {
    expect(properties('Unions')['payment']).toEqual({
      oneOf: [reference('Card'), reference('Cash'), reference('Voucher')],
      discriminator: {
        propertyName: 'kind',
        mapping: {
          card: '#/components/schemas/Card',
          cash: '#/components/schemas/Cash',
          coins: '#/components/schemas/Cash',
          voucher: '#/components/schemas/Voucher',
        },
      },
    })
    expect(properties('Unions')['scalar']).toEqual({
      anyOf: [{ type: 'string' }, { type: 'integer' }],
    })
  })

  test('a structure, by reference if it is exported or recursive', () => {
    expect(properties('Structures')['inline']).toEqual({
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'array', items: { type: 'string' } } },
      required: ['a'],
    })
    expect(properties('Structures')['point']).toEqual(reference('Point'))
    expect(schemas['Point']).toMatchObject({
      properties: { x: { type: 'number' }, 'y-axis': { type: ['number', 'null'] } },
    })
    expect(properties('Recursive')['link']).toEqual(reference('Link'))
    expect(properties('Link')).toMatchObject({
      next: { anyOf: [reference('Link'), { type: 'null' }] },
    })
  })

  test('a file', () => {
    expect(shop['Upload']).toMatchObject({
      properties: {
        picture: { type: 'string', format: 'binary' },
        more: { type: 'array', items: { type: 'string', format: 'binary' } },
      },
    })
  })

  test('unknown', () => {
    expect(properties('Unknowns')['anything']).toEqual({})
    expect(properties('Unknowns')['optional']).toEqual({})
  })
})

test('a format has a readable example unless other constraints narrow it', () => {
  expect(properties('Formats')).toMatchObject({
    email: { examples: ['ada@example.com'] },
    url: { examples: ['https://example.com/'] },
    uuid: { examples: ['017f22e2-79b0-7cc3-98c4-dc0c0c07398f'] },
  })
  expect(properties('Dates')['at']).toMatchObject({ examples: ['2026-01-31T12:00:00Z'] })
  expect(properties('Formats')['short']).not.toHaveProperty('examples')
})

describe('the keywords of', () => {
  test('@Email and @Url', () => {
    expect(properties('Formats')).toMatchObject({
      email: { type: 'string', format: 'email', pattern: expect.any(String) },
      url: { type: ['string', 'null'], format: 'uri', pattern: expect.any(String) },
    })
  })

  test('@Uuid', () => {
    expect(properties('Formats')['uuid']).toMatchObject({ type: 'string', format: 'uuid' })
  })

  test('@NotBlank', () => {
    expect(properties('Patterns')['visible']).toEqual({ type: 'string', pattern: '\\S' })
  })

  test('@MinLength and @MaxLength', () => {
    expect(properties('Lengths')['between']).toEqual({
      type: 'string',
      minLength: 2,
      maxLength: 4,
    })
  })

  test('@GreaterThan and @LessThan', () => {
    expect(properties('Numbers')['few']).toEqual({
      type: 'integer',
      exclusiveMinimum: -1,
      exclusiveMaximum: 3,
      default: 0,
    })
  })

  test('@Regex, once or several times', () => {
    expect(properties('Patterns')['letters']).toEqual({ type: 'string', pattern: '^[ab]+$' })
    expect(properties('Patterns')['several']).toEqual({
      anyOf: [
        { type: 'string', pattern: 'a', allOf: [{ pattern: 'b' }, { pattern: '\\S' }] },
        { type: 'null' },
      ],
      default: null,
    })
  })

  test('@In', () => {
    expect(properties('Literals')['colour']).toEqual({
      type: ['string', 'null'],
      enum: ['red', 'green', null],
    })
  })

  test('a constraint of the application', () => {
    expect(properties('Numbers')['even']).toEqual({ type: 'integer', multipleOf: 2 })
    expect(properties('Records')['few']).toMatchObject({ type: 'object', maxProperties: 2 })
  })
})

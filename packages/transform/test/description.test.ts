import { describe, expect, test } from 'vitest'
import { descriptionOf, typesOf } from './described.ts'
import { loadFixture } from './load-fixture.ts'

const { Imports }: typeof import('./fixtures/imports.ts') = loadFixture('./imports.ts')
const { Address }: typeof import('./fixtures/models/address.ts') =
  loadFixture('./models/address.ts')
const { default: AnonymousDefault }: typeof import('./fixtures/models/anonymous.ts') =
  loadFixture('./models/anonymous.ts')
const { Client }: typeof import('./fixtures/models/customer.ts') =
  loadFixture('./models/customer.ts')
const { Line, LineStatus }: typeof import('./fixtures/models/order-line.ts') =
  loadFixture('./models/order-line.ts')
const { Order }: typeof import('./fixtures/models/order.ts') = loadFixture('./models/order.ts')
const { Deep }: typeof import('./fixtures/models/ring.ts') = loadFixture('./models/ring.ts')
const { default: Standard }: typeof import('./fixtures/models/standard.ts') =
  loadFixture('./models/standard.ts')
const { Nothing, Orders, SendMail, SendMailTwice, Shop }: typeof import('./fixtures/orders.ts') =
  loadFixture('./orders.ts')
const { Presence }: typeof import('./fixtures/presence.ts') = loadFixture('./presence.ts')

const string = { kind: 'string' }
const number = { kind: 'number' }
const address = { kind: 'class', name: 'Address', class: Address }

describe('parameters', () => {
  const parameters = Object.fromEntries(
    (descriptionOf(Presence).parameters ?? []).map((parameter) => [parameter.name, parameter]),
  )
  const cases: Record<string, object> = {
    nullable: { type: { ...string, nullable: true } },
    nothing: { type: { kind: 'null' } },
    undefinable: { type: string, optional: true },
    maybe: { type: { ...string, nullable: true }, optional: true },
    present: { type: string },
    text: { type: string, default: { value: 'x' } },
    count: { type: number, default: { value: 3 } },
    flag: { type: { kind: 'boolean' }, default: { value: false } },
    below: { type: number, default: { value: -5 } },
    none: { type: { ...string, nullable: true }, default: { value: null } },
    list: { type: { kind: 'array', items: string }, default: { value: ['a', 'b'] } },
    data: {
      type: { kind: 'object', properties: [{ name: 'deep', type: { kind: 'unknown' } }] },
      default: { value: { deep: [1, { two: 2 }] } },
    },
    template: { type: string, default: { value: 'text' } },
    status: {
      type: { kind: 'enum', name: 'Status', values: [0, 'paid'] },
      default: { value: 'paid' },
    },
    imported: {
      type: {
        kind: 'enum',
        name: 'Priority',
        at: 'packages/transform/test/fixtures/models/enums.ts',
        values: [10, 20],
        names: ['Low', 'High'],
      },
      default: { value: 20 },
    },
    named: { type: number, default: { value: 25 } },
    property: { type: number, default: { value: 50 } },
    negated: { type: { kind: 'boolean' }, default: { value: false } },
    big: { type: { kind: 'bigint' }, default: {} },
    built: { type: { kind: 'builtin', name: 'Date' }, default: {} },
    optional: { type: string, optional: true },
  }

  test.for(Object.entries(cases))('%s', ([name, expected]) => {
    const at = expect.stringMatching(/^\d+:14$/)
    expect(parameters[name]).toEqual({ name, property: 'public', at, ...expected })
  })

  test('are all described', () => {
    expect(Object.keys(parameters)).toEqual(Object.keys(cases))
    expect(parameters['count']).toMatchObject({ type: number, default: { value: 3 } })
    expect(parameters['built']).toMatchObject({ default: {} })
    expect(parameters['maybe']).toMatchObject({ type: { nullable: true }, optional: true })
  })

  test('have a visibility if they are properties, and the location of their name', () => {
    const { parameters } = descriptionOf(Orders)
    expect(parameters?.map(({ name, property, rest, at }) => [name, property, rest, at])).toEqual([
      ['address', 'public', undefined, '26:14'],
      ['limit', 'private', undefined, '27:13'],
      ['open', 'protected', undefined, '28:24'],
      ['plain', undefined, undefined, '30:24'],
      ['rest', undefined, true, '31:8'],
    ])
  })

  test('are missing without a constructor', () => {
    expect(descriptionOf(SendMailTwice)).not.toHaveProperty('parameters')
  })
})

describe('imports are followed to', () => {
  const exported = (name: string, module: string) => ({
    name,
    at: `packages/transform/test/fixtures/models/${module}.ts`,
  })
  const cases: Record<string, object> = {
    value: address,
    renamed: { kind: 'class', name: 'Client', class: Client },
    anonymous: { kind: 'class', name: 'AnonymousDefault', class: AnonymousDefault },
    starred: { kind: 'class', name: 'Deep', class: Deep },
    alias: { kind: 'enum', ...exported('Shape', 'enums'), values: ['round', 'flat'] },
    namespaced: address,
    typeNamespaced: { kind: 'class', name: 'Order', class: Order },
    typeImported: { kind: 'class', name: 'Order', class: Order },
    inlineType: { kind: 'class', name: 'Line', class: Line },
    enumValues: {
      kind: 'enum',
      ...exported('LineStatus', 'order-line'),
      values: Object.values(LineStatus),
      names: Object.keys(LineStatus),
    },
    defaultType: { kind: 'class', name: 'Standard', class: Standard },
    viaPackageImports: { kind: 'enum', ...exported('Weekday', 'weekday'), values: ['mon', 'tue'] },
    inPlace: { kind: 'class', name: 'Order', class: Order },
    hidden: {
      kind: 'object',
      ...exported('OfClient', 'customer'),
      properties: [
        { name: 'client', type: { kind: 'class', name: 'Client', class: Client } },
        { name: 'address', type: address },
      ],
    },
  }

  test.for(Object.entries(cases))('%s', ([name, expected]) => {
    expect(typesOf(Imports)[name]).toEqual(expected)
  })

  test('each other', () => {
    expect(typesOf(Order)['lines']).toMatchObject({ items: { class: Line } })
    expect(typesOf(Line)['order']).toMatchObject({ class: Order })
  })
})

describe('methods', () => {
  const { methods = {} } = descriptionOf(Orders)

  test('are described if they or their parameters are decorated', () => {
    expect(Object.keys(methods)).toEqual([
      'show',
      'several',
      'overloaded',
      'byParameter',
      'create',
      'quoted-name',
      'destructured',
      'generic',
    ])
  })

  test('have the type inside a promise, and record if it includes undefined', () => {
    expect(methods['show']).toMatchObject({ returns: address, returnsOptional: true })
    expect(methods['byParameter']?.returns).toEqual({ kind: 'void' })
    expect(methods['byParameter']).not.toHaveProperty('returnsOptional')
    expect(methods['several']).not.toHaveProperty('returns')
  })

  test('have the parameters of the implementation signature', () => {
    expect(methods['overloaded']?.parameters).toMatchObject([{ type: { kind: 'union' } }])
  })

  test('do not include a declared this parameter', () => {
    expect(methods['several']?.parameters.map(({ name }) => name)).toEqual(['value'])
  })

  test('are marked if static, and have the location of their name', () => {
    expect(methods['create']).toMatchObject({ static: true, at: '65:28' })
    expect(methods['show']).not.toHaveProperty('static')
  })

  test('named handle are described in a class that implements Job, and in its subclasses', () => {
    const handle = { parameters: [{ name: 'address', type: address }] }
    expect(descriptionOf(SendMail)).toMatchObject({ implements: ['Job'], methods: { handle } })
    expect(descriptionOf(SendMailTwice)).toMatchObject({ methods: { handle } })
  })
})

describe('a class', () => {
  test('has a name, a file without a local path, and a location', () => {
    expect(descriptionOf(Nothing)).toEqual({
      name: 'Nothing',
      file: 'packages/transform/test/fixtures/orders.ts',
      at: '109:14',
    })
  })

  test('lists what it implements under the names that the modules export', () => {
    expect(descriptionOf(Orders).implements).toEqual(['Named', 'Audited'])
  })

  test('records that it is abstract and which type parameters it has', () => {
    expect(descriptionOf(Shop)).toMatchObject({ abstract: true, typeParameters: ['Item'] })
  })

  test('is described inside functions, with and without a name', () => {
    const { Local, Nameless, Self } = declareLocally()
    expect(typesOf(Local)['order']).toEqual({ kind: 'class', name: 'Local', class: Local })
    expect(typesOf(Local)['shape']).toMatchObject({ kind: 'object', name: 'Shape' })
    expect(descriptionOf(Nameless).name).toBe('')
    expect(typesOf(Self)['next']).toEqual({ kind: 'class', name: 'Inner', class: Self })
  })
})

describe('documentation comments', () => {
  test('of a class', () => {
    expect(descriptionOf(Orders).doc).toEqual({
      summary: 'Takes orders.',
      description: 'It keeps them for\na while, e.g. a day.\n\nSee Address and the routes.',
      deprecated: 'Use `Shop`.',
      examples: ['new Orders(address)'],
    })
  })

  test('of constructor parameters, by @param or in place', () => {
    expect(descriptionOf(Orders).parameters?.map(({ doc }) => doc)).toEqual([
      { summary: 'Where they go to.', description: 'Never empty.' },
      { summary: 'How many there may be.' },
      undefined,
      { summary: 'Documented in place.' },
      { summary: 'The rest.' },
    ])
  })

  test('of methods, before or after their decorators', () => {
    const { methods } = descriptionOf(Orders)
    expect(methods?.['show']?.doc).toEqual({
      summary: 'Answers one order!',
      description: 'Or none.',
    })
    expect(methods?.['several']?.doc).toEqual({ summary: 'Stands between decorators and name.' })
    expect(methods?.['create']).not.toHaveProperty('doc')
  })
})

function declareLocally() {
  interface Shape {
    corners: number
  }
  class Local {
    constructor(
      readonly order: Local | undefined,
      readonly shape: Shape,
    ) {}
  }
  const [Nameless, Self] = [
    class {},
    class Inner {
      constructor(readonly next: Inner) {}
    },
  ]
  return { Local, Nameless, Self }
}

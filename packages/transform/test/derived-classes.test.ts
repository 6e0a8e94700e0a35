import { expect, test } from 'vitest'
import { compileClass } from './compile-class.ts'
import { typesOf } from './described.ts'

const declarations = `
import type { int } from '@fw/core'
function Rule(): any { return () => {} }
class Parent<T> {
  constructor(readonly id: T, readonly changed: string) {}
}
class Order extends Parent<int> {
  notes = ''
  hint?: string
  private inside = 1
  protected guarded2 = 1
  static count = 0
  static { Order.count = 1 };
  [Symbol.iterator] = 1
  /** @param name The name. */
  constructor(
    id: int,
    readonly changed: 'x',
    @Rule() readonly name: string,
    /** The other name. */
    @Rule() readonly other: string,
    readonly size = 3,
    readonly when: Date = new Date(),
    private readonly hidden = 1,
    protected readonly guarded = 1,
    plain = 1,
  ) { super(id, changed) }
  print() {}
  get shown(): string { return '' }
}
function mixin(): any { return Object }
class Mixed extends (mixin() as any) { constructor(readonly a: string) { super() } }
interface Unknown extends Undeclared { a: string }
interface OfText extends Text { a: string }
type Text = string
class Twice {
  constructor(readonly part: Pick<Twice, 'other'>, readonly other: Partial<Twice>) {}
}
class Holder<T> {
  constructor(readonly value: T, readonly next: Partial<Holder<string>>) {}
}
class Linked { constructor(readonly value: int, readonly next: Partial<Linked> | null) {} }
`

function typeOf(written: string): unknown {
  return typesOf(compileClass(`${declarations} class A { constructor(type: ${written}) {} }`))[
    'type'
  ]
}

const name = (parameter = 'name') => ({
  kind: 'string',
  constrainedBy: { class: expect.objectContaining({ name: 'Order' }), parameter },
})
const doc = { summary: 'The name.' }

test('Pick keeps types of parents, constraints, defaults and comments', () => {
  expect(typeOf('Pick<Order, "id" | "changed" | "name" | "other" | "size" | "when">')).toEqual({
    kind: 'object',
    alone: true,
    properties: [
      { name: 'id', type: { kind: 'int' } },
      { name: 'changed', type: { kind: 'enum', values: ['x'] } },
      { name: 'name', type: name(), doc },
      { name: 'other', type: name('other'), doc: { summary: 'The other name.' } },
      { name: 'size', type: { kind: 'number' }, default: { value: 3 } },
      { name: 'when', type: { kind: 'builtin', name: 'Date' } },
    ],
  })
})

const unset = (member: string) => ({
  kind: 'unreadable',
  text: member,
  reason: `the class Order has the public method or property "${member}", which data cannot set.`,
  remedy: 'Use only properties that constructor parameters set.',
})

test.for([
  ['Omit<Order, "id" | "when">', ['changed', 'notes', 'print', 'shown', 'name', 'other', 'size']],
  ['Omit<Order, "notes" | "print" | "shown">', ['id', 'changed', 'name', 'other', 'size', 'when']],
  ['Partial<Order>', ['id', 'changed', 'name', 'other', 'size', 'when']],
  [
    'Required<Order>',
    ['id', 'changed', 'notes', 'print', 'shown', 'name', 'other', 'size', 'when'],
  ],
  ['{ [K in keyof Order]: Order[K] }', ['id', 'changed', 'name', 'other', 'size', 'when']],
] as const)('%s has the properties %o', ([written, names]) => {
  const { properties } = typeOf(written) as { properties: { name: string; type: object }[] }
  expect(properties.map((property) => property.name)).toEqual(names)
  for (const { name, type } of properties) {
    if (['notes', 'print', 'shown'].includes(name)) expect(type).toMatchObject(unset(name))
    else expect(type).not.toHaveProperty('reason')
  }
})

test.for([
  ['Order["name"]', name()],
  ['Order["name"] | null', { ...name(), nullable: true }],
  ['Order["name"] | string', { kind: 'string' }],
  ['Order["name"] | Order["other"]', { kind: 'string' }],
  ['Order["name"] | Order["name"]', name()],
  ['`${Order["name"]}`', { kind: 'string' }],
  ['Record<Order["name"], int>', { kind: 'record', keys: name(), values: { kind: 'int' } }],
] as const)('the constraints of %s', ([written, type]) => {
  expect(typeOf(written)).toEqual(type)
})

test.for([
  ['Pick<Order, "name"> & { name: string }', { type: name() }],
  ['{ name: string } & Pick<Order, "name">', { type: name() }],
  ['Pick<Order, "name"> & Pick<Order, "name">', { type: name() }],
  ['{ name?: string } & { name?: string }', { type: { kind: 'string' }, optional: true }],
  ['{ name?: string } & { name: string }', { type: { kind: 'string' } }],
  ['{ name: string } & { name?: string }', { type: { kind: 'string' } }],
] as const)('a property of both parts of %s', ([written, property]) => {
  expect(typeOf(written)).toMatchObject({ properties: [{ name: 'name', ...property }] })
  const { properties } = typeOf(written) as { properties: object[] }
  if (!('optional' in property)) expect(properties[0]).not.toHaveProperty('optional')
})

test.for([
  [
    '{ name: string } & { name: int }',
    'an intersection needs object types, and properties of the same name must have the same type.',
  ],
  [
    'Pick<Order, "name"> & { name: Order["other"] }',
    'an intersection needs object types, and properties of the same name must have the same type.',
  ],
  ['Pick<Mixed, "a">', 'the class that Mixed extends is not in the source code.'],
  ['Mixed["a"]', 'the property does not belong to an object type in the source code.'],
  ['Order["nothing"]', 'the property does not belong to an object type in the source code.'],
  ['Pick<Order, string>', 'its keys are not in the source code.'],
  ['Pick<Date, "getTime">', 'only object types have properties.'],
  ['Exclude<string, "a">', 'Exclude and Extract need unions of literals.'],
  ['Extract<"a", string>', 'Exclude and Extract need unions of literals.'],
  ['Partial<undeclared>', expect.stringContaining('"undeclared" is neither declared nor imported')],
  ['Set<{ a: string }>', expect.stringContaining('the elements of a Set must be')],
  ['Set<string | undefined>', expect.stringContaining('the elements of a Set must be')],
  ['Set<string | { a: string }>', expect.stringContaining('the elements of a Set must be')],
  ['Map<bigint, int>', 'keys must be strings or numbers.'],
  ['Map<string | null, int>', 'keys must be strings or numbers.'],
  ['[string, undefined]', 'a JSON array cannot contain undefined.'],
  ['[...int[], string]', 'a rest element must be a list, and the last element of its tuple.'],
  ['[string, ...[int]]', 'a rest element must be a list, and the last element of its tuple.'],
  ['{ a: string; [key: string]: string }', expect.stringContaining('both named properties and an')],
  ['{ ["a"]: string }', 'the member has no fixed name.'],
  ['Unknown', expect.stringContaining('"Undeclared" is neither declared nor imported')],
  ['OfText', 'an interface can only extend object types.'],
  ['1n', 'JSON has no bigint literal.'],
  ['-1n', 'JSON has no bigint literal.'],
] as const)('%s is unreadable', ([written, reason]) => {
  expect(typeOf(written)).toMatchObject({ kind: 'unreadable', reason })
})

test('a type that a class derives from itself is recursive', () => {
  expect(typeOf('Partial<Linked>')).toEqual({
    kind: 'object',
    name: 'Partial<Linked>',
    properties: [
      { name: 'value', type: { kind: 'int' }, optional: true },
      {
        name: 'next',
        type: { kind: 'recursive', name: 'Partial<Linked>', nullable: true },
        optional: true,
      },
    ],
  })
})

test('a type that a class derives from itself in two ways', () => {
  const recursive = { kind: 'recursive', name: 'Partial<Twice>' }
  expect(typeOf('Partial<Twice>')).toEqual({
    kind: 'object',
    name: 'Partial<Twice>',
    properties: [
      {
        name: 'part',
        type: { kind: 'object', alone: true, properties: [{ name: 'other', type: recursive }] },
        optional: true,
      },
      { name: 'other', type: recursive, optional: true },
    ],
  })
})

test('a type that a generic class derives from itself with another argument', () => {
  const name = 'Partial<Holder>'
  expect(typeOf('Partial<Holder<int>>')).toEqual({
    kind: 'object',
    properties: [
      { name: 'value', type: { kind: 'int' }, optional: true },
      {
        name: 'next',
        type: {
          kind: 'object',
          name,
          properties: [
            { name: 'value', type: { kind: 'string' }, optional: true },
            { name: 'next', type: { kind: 'recursive', name }, optional: true },
          ],
        },
        optional: true,
      },
    ],
  })
})

test('the advice for keys and elements', () => {
  expect(typeOf('Map<bigint, int>')).toMatchObject({ remedy: 'Write string for the keys.' })
  expect(typeOf('Set<Order>')).toMatchObject({
    reason: 'the elements of a Set must be strings, numbers, booleans or literals.',
    remedy: 'Write T[].',
  })
})

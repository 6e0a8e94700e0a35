import { Email, GreaterThan, Hydrator, MinLength, ValidationFailed, type int } from '@fw/core'
import { expect, test } from 'vitest'

class Base {
  constructor(@MinLength(3) readonly id: string) {}
}

class Order extends Base {
  constructor(
    id: string,
    @Email() readonly email: string,
    @GreaterThan(0) readonly quantity: int,
    readonly note: string | null = 'none',
    readonly tags: string[] = ['new'],
    readonly madeAt: Date = new Date(),
    readonly hint?: string,
    private readonly secret: string = '',
  ) {
    super(id)
  }

  total(): number {
    return this.quantity + this.secret.length
  }
}

class Comment {
  constructor(
    @MinLength(1) readonly text: string,
    readonly replies: Partial<Comment>[],
    readonly parent: Omit<Comment, 'parent'> | null,
  ) {}
}

type OrderId = Order['id']

class Uses {
  constructor(
    readonly partial?: Partial<Order>,
    readonly required?: Required<Pick<Order, 'id' | 'hint'>>,
    readonly picked?: Pick<Order, 'id' | 'email' | 'note' | 'tags'>,
    readonly omitted?: Omit<Order, 'total' | 'madeAt' | 'note'>,
    readonly patch?: Partial<Omit<Order, 'id'>>,
    readonly id?: OrderId,
    readonly ids?: OrderId[],
    readonly key?: keyof Order,
    readonly joined?: Pick<Order, 'id'> & { a: string },
    readonly either?: Order['email'] | int,
    readonly byKey?: Record<Exclude<keyof Order, 'tags' | 'madeAt' | 'hint' | 'note'>, boolean>,
    readonly comment?: Comment,
    readonly thread?: Partial<Comment>,
  ) {}
}

const hydrator = new Hydrator()

function read<K extends keyof Uses>(key: K, value: unknown): Uses[K] {
  return hydrator.hydrate(Uses, { [key]: value })[key]
}

function errorsOf(key: keyof Uses, value: unknown): unknown {
  try {
    return { accepted: read(key, value) }
  } catch (error) {
    return (error as ValidationFailed).errors
  }
}

test('in a partial class, missing fields stay missing, and constraints and null are as declared', () => {
  const patch = read('partial', { quantity: 2 })
  expect(patch).toEqual({ quantity: 2 })
  expect(Object.keys(patch ?? {})).toEqual(['quantity'])
  expect(read('partial', { note: null })).toEqual({ note: null })
  expect(errorsOf('partial', { id: 'ab', email: 'x', quantity: 0, hint: null })).toEqual({
    'partial.id': ['must be at least 3 characters.'],
    'partial.email': ['must be a valid email address.'],
    'partial.quantity': ['must be greater than 0.'],
    'partial.hint': ['must not be null.'],
  })
})

test('Pick and Omit keep constraints and defaults, and compose', () => {
  const picked = read('picked', { id: 'abc', email: 'a@b.de' })
  expect(picked).toEqual({ id: 'abc', email: 'a@b.de', note: 'none', tags: ['new'] })
  expect(picked?.constructor).toBe(Object)
  expect(read('picked', { id: 'abc', email: 'a@b.de' })?.tags).not.toBe(picked?.tags)
  expect(errorsOf('picked', { id: 'abc' })).toEqual({ 'picked.email': ['is required.'] })
  expect(read('omitted', { id: 'abc', email: 'a@b.de', quantity: 1 })).toEqual({
    id: 'abc',
    email: 'a@b.de',
    quantity: 1,
    tags: ['new'],
  })
  expect(read('patch', { id: 'a', tags: [] })).toEqual({ tags: [] })
  expect(errorsOf('required', { id: 'abc' })).toEqual({ 'required.hint': ['is required.'] })
})

test('a property of a class has its constraints', () => {
  expect(read('id', 'abc')).toBe('abc')
  expect(errorsOf('id', 'ab')).toEqual({ id: ['must be at least 3 characters.'] })
  expect(errorsOf('ids', ['abc', 'ab'])).toEqual({ 'ids.1': ['must be at least 3 characters.'] })
  expect(read('either', 7)).toBe(7)
  expect(errorsOf('either', 'x')).toEqual({ either: ['must be a valid email address.'] })
})

test('the keys of a class are those that data can fill', () => {
  expect(read('key', 'madeAt')).toBe('madeAt')
  const keys = 'id, email, quantity, note, tags, madeAt, hint'
  expect(errorsOf('key', 'total')).toEqual({ key: [`must be one of: ${keys}.`] })
  expect(read('byKey', { id: true, email: true, quantity: false })).toEqual({
    id: true,
    email: true,
    quantity: false,
  })
})

test('classes can be joined with objects', () => {
  expect(read('joined', { id: 'abc', a: '' })).toEqual({ id: 'abc', a: '' })
  expect(errorsOf('joined', { id: 'ab' })).toEqual({
    'joined.id': ['must be at least 3 characters.'],
    'joined.a': ['is required.'],
  })
})

test('a class may be derived from its own properties', () => {
  const thread = { text: 'a', replies: [{ replies: [{ text: 'c' }] }] }
  expect(read('thread', thread)).toEqual(thread)
  expect(errorsOf('thread', { replies: [{ text: '' }] })).toEqual({
    'thread.replies.0.text': ['must be at least 1 characters.'],
  })
})

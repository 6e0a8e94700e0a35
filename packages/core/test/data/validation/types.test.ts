import { Hydrator, ValidationFailed, type float, type int } from '@fw/core'
import { describe, expect, test } from 'vitest'

enum Size {
  Small = 's',
  Large = 1,
}

class Address {
  constructor(readonly city: string) {}
}

class Card {
  constructor(
    readonly kind: 'card',
    readonly number: string,
  ) {}
}

class Cash {
  constructor(readonly kind: 'cash') {}
}

interface Box {
  width: number
  label?: string
}

class Everything {
  constructor(
    readonly string: string = '',
    readonly number: number = 0,
    readonly float: float = 0,
    readonly int: int = 0,
    readonly bigint: bigint = 0n,
    readonly boolean: boolean = false,
    readonly date: Date = new Date(0),
    readonly literal: 'a' | 1 | true = 'a',
    readonly size: Size = Size.Small,
    readonly nullable: int | null = null,
    readonly list: int[] = [],
    readonly tuple: [string, int] = ['', 0],
    readonly record: Record<string, int> = {},
    readonly address: Address | null = null,
    readonly payment: Card | Cash | null = null,
    readonly box: Box = { width: 0 },
    readonly inline: { deep: { flag: boolean } } | null = null,
    readonly unknown: unknown = 0,
    readonly any: any = 0, // oxlint-disable-line typescript/no-explicit-any -- a type that may be declared
    readonly object: object = {},
  ) {}
}

const hydrator = new Hydrator()

function read(field: keyof Everything, value: unknown): unknown {
  return hydrator.hydrate(Everything, { [field]: value })[field]
}

function errorsOf(field: keyof Everything, value: unknown): Record<string, string[]> | undefined {
  try {
    read(field, value)
    return undefined
  } catch (error) {
    return (error as ValidationFailed).errors
  }
}

function expectKept(field: keyof Everything, ...values: unknown[]): void {
  for (const value of values) expect(read(field, value)).toEqual(value)
}

function expectRefused(field: keyof Everything, message: string, ...values: unknown[]): void {
  for (const value of values) expect(errorsOf(field, value)).toEqual({ [field]: [message] })
}

describe('JSON for', () => {
  test('a string', () => {
    expectKept('string', '', 'text', '42')
    expectRefused('string', 'must be a string.', 42, true, [], {})
  })

  test('a number', () => {
    expectKept('number', 0, -1.5, 2 ** 60)
    expectKept('float', 4.7)
    expectRefused('number', 'must be a number.', '4.7', true, [])
    expectRefused('float', 'must be a number.', '4.7')
  })

  test('an int', () => {
    expectKept('int', 42, -42, Number.MAX_SAFE_INTEGER)
    expectRefused('int', 'must be an integer.', '42', 4.7, 2 ** 53, true)
  })

  test('a bigint', () => {
    expect(read('bigint', 42)).toBe(42n)
    expect(read('bigint', '-12345678901234567890')).toBe(-12345678901234567890n)
    expectRefused('bigint', 'must be an integer.', 4.7, '4.7', 'ten', true)
  })

  test('a boolean', () => {
    expectKept('boolean', true, false)
    expectRefused('boolean', 'must be a boolean.', 1, 0, 'true')
  })

  test('a Date', () => {
    expect(read('date', '2026-02-28T10:00:00.5+01:00')).toEqual(new Date('2026-02-28T09:00:00.5Z'))
    expectRefused('date', 'must be a date-time.', '2026-02-30T10:00:00Z', '2026-02-28T10:00:00', 0)
    // Years have four digits, as in RFC 3339. An offset may lead to the year next to them.
    expect(read('date', '9999-12-31T23:59:59-01:00')).toEqual(new Date('+010000-01-01T00:59:59Z'))
    expect(read('date', '0000-01-01T00:00:00+01:00')).toEqual(new Date('-000001-12-31T23:00:00Z'))
    expect(read('date', '0050-03-03T00:00:00Z')).toEqual(new Date('0050-03-03T00:00:00Z'))
    for (const year of ['10000', '+010000', '-000001', '-0001', '50']) {
      expectRefused('date', 'must be a date-time.', `${year}-01-01T00:00:00Z`)
    }
  })

  test('literals and enums', () => {
    expectKept('literal', 'a', 1, true)
    expectRefused('literal', 'must be one of: a, 1, true.', 'b', '1', 'true', false)
    expectKept('size', 's', 1)
    expectRefused('size', 'must be one of: s, 1.', 'Small', '1')
  })

  test('a nullable type', () => {
    expectKept('nullable', null, 1)
    expectRefused('nullable', 'must be an integer.', 'null', '')
    expectRefused('int', 'must not be null.', null)
  })

  test('a list', () => {
    expectKept('list', [], [1, 2])
    expectRefused('list', 'must be an array.', 1, { 0: 1 })
    expect(errorsOf('list', [1, '2', null])).toEqual({
      'list.1': ['must be an integer.'],
      'list.2': ['must not be null.'],
    })
  })

  test('a tuple', () => {
    expectKept('tuple', ['a', 1])
    expectRefused('tuple', 'must have exactly 2 elements.', ['a'], ['a', 1, 2])
    expect(errorsOf('tuple', [1, 'a'])).toEqual({
      'tuple.0': ['must be a string.'],
      'tuple.1': ['must be an integer.'],
    })
  })

  test('a record', () => {
    expectKept('record', {}, { a: 1, 'any key': 2 })
    expectRefused('record', 'must be an object.', [], 'a')
    expect(errorsOf('record', { a: 'x' })).toEqual({ 'record.a': ['must be an integer.'] })
  })

  test('a class', () => {
    expect(read('address', { city: 'Bern', other: 1 })).toEqual(new Address('Bern'))
    expectRefused('address', 'must be an object.', 'Bern', [])
    expect(errorsOf('address', {})).toEqual({ 'address.city': ['is required.'] })
  })

  test('a union of classes', () => {
    expect(read('payment', { kind: 'card', number: '1' })).toEqual(new Card('card', '1'))
    expect(read('payment', { kind: 'cash' })).toEqual(new Cash('cash'))
  })

  test('a value that matches no member of a union of classes', () => {
    expect(errorsOf('payment', { kind: 'iou' })).toEqual({
      'payment.kind': ['must be one of: card, cash.'],
    })
    expect(errorsOf('payment', {})).toEqual({ 'payment.kind': ['is required.'] })
  })

  test('interfaces and object types', () => {
    expectKept('box', { width: 1 }, { width: 1, label: 'fragile' })
    expect(errorsOf('box', { label: 1 })).toEqual({
      'box.width': ['is required.'],
      'box.label': ['must be a string.'],
    })
    expect(errorsOf('inline', { deep: { flag: 'no' } })).toEqual({
      'inline.deep.flag': ['must be a boolean.'],
    })
  })

  test('unknown, any and object', () => {
    for (const field of ['unknown', 'any', 'object'] as const) {
      expectKept(field, null, 'text', 1, [1, { a: null }], { a: [] })
    }
  })
})

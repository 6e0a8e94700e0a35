import {
  attribute,
  type Class,
  Email,
  GreaterThan,
  Hydrator,
  type int,
  ListOf,
  MinLength,
  NotBlank,
  ValidationFailed,
} from '@fw/core'
import { describe, expect, test } from 'vitest'

const hydrator = new Hydrator()

function errorsOf(target: Class<object>, data: unknown) {
  try {
    hydrator.hydrate(target, data)
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors
    throw error
  }
  return undefined
}

class Address {
  constructor(
    @NotBlank() readonly city: string,
    readonly zip: string | null,
  ) {}
}

class Item {
  constructor(
    @MinLength(2) readonly sku: string,
    @GreaterThan(0) readonly quantity: int,
  ) {}
}

enum Priority {
  Low = 1,
  High = 2,
}

type Channel = 'web' | 'shop'

class Order {
  constructor(
    readonly address: Address,
    readonly items: Item[],
    readonly priority: Priority,
    readonly channel: Channel,
    readonly placedAt: Date,
    readonly number: bigint,
    readonly note: string | null,
    readonly coupon?: string,
    readonly express = false,
    @Email() readonly contact: string | null = null,
  ) {}
}

const valid = {
  address: { city: 'Bern', zip: null },
  items: [{ sku: 'ab', quantity: 1 }],
  priority: 2,
  channel: 'web',
  placedAt: '2026-02-28T10:00:00+01:00',
  number: '9007199254740993',
  note: null,
}

test('plain data becomes the declared classes', () => {
  const order = hydrator.hydrate(Order, valid)
  expect(order).toBeInstanceOf(Order)
  expect(order.address).toBeInstanceOf(Address)
  expect(order.items[0]).toBeInstanceOf(Item)
  expect(order.placedAt).toEqual(new Date('2026-02-28T09:00:00Z'))
  expect(order.number).toBe(9007199254740993n)
  expect(order).toMatchObject({ coupon: undefined, express: false, contact: null, note: null })
})

test('every error is reported at once, under its key', () => {
  expect(
    errorsOf(Order, {
      address: { city: ' ' },
      items: [{ sku: 'a', quantity: 0 }, 'x', { sku: 3, quantity: '1' }, null],
      priority: '2',
      channel: 'fax',
      placedAt: '2026-02-30T10:00:00Z',
      number: 1.5,
      coupon: null,
      express: 'true',
      contact: 'nobody',
    }),
  ).toEqual({
    'address.city': ['must not be blank.'],
    'address.zip': ['is required.'],
    'items.0.sku': ['must be at least 2 characters.'],
    'items.0.quantity': ['must be greater than 0.'],
    'items.1': ['must be an object.'],
    'items.2.sku': ['must be a string.'],
    'items.2.quantity': ['must be an integer.'],
    'items.3': ['must not be null.'],
    priority: ['must be one of: 1, 2.'],
    channel: ['must be one of: web, shop.'],
    placedAt: ['must be a date-time.'],
    number: ['must be an integer.'],
    note: ['is required.'],
    coupon: ['must not be null.'],
    express: ['must be a boolean.'],
    contact: ['must be a valid email address.'],
  })
})

class Everything {
  constructor(
    readonly text: string,
    readonly number: number,
    readonly whole: int,
    readonly flag: boolean,
    readonly date: Date,
    readonly nested: Address,
    readonly list: string[],
    readonly file: File,
  ) {}
}

test('each type has its message', () => {
  const wrong = {
    text: 1,
    number: '1',
    whole: 4.7,
    flag: 1,
    date: 5,
    nested: 'x',
    list: {},
    file: 'f',
  }
  expect(errorsOf(Everything, wrong)).toEqual({
    text: ['must be a string.'],
    number: ['must be a number.'],
    whole: ['must be an integer.'],
    flag: ['must be a boolean.'],
    date: ['must be a date-time.'],
    nested: ['must be an object.'],
    list: ['must be an array.'],
    file: ['must be a file.'],
  })
})

test('absence and null have separate messages', () => {
  expect(errorsOf(Address, {})).toEqual({ city: ['is required.'], zip: ['is required.'] })
  expect(errorsOf(Address, { city: null, zip: null })).toEqual({ city: ['must not be null.'] })
})

test.each([
  ['2026-11-21T08:00:00Z', true],
  ['2026-11-21t08:00:00z', true],
  ['2026-11-21T08:00:00.123456+05:30', true],
  ['2024-02-29T00:00:00Z', true],
  ['2023-02-29T00:00:00Z', false],
  ['1900-02-29T00:00:00Z', false],
  ['2026-04-31T00:00:00Z', false],
  ['2026-11-21T08:00Z', false],
  ['2026-11-21T08:00:00', false],
  ['2026-11-21 08:00:00Z', false],
  ['2026-11-21', false],
  ['2026-11-21T24:00:00Z', false],
  ['2026-11-21T23:59:60Z', false],
  ['2026-11-21T08:00:00+24:00', false],
])('the date-time %s is valid: %s', (date, isValid) => {
  class Moment {
    constructor(readonly at: Date) {}
  }
  expect(errorsOf(Moment, { at: date })).toEqual(
    isValid ? undefined : { at: ['must be a date-time.'] },
  )
})

test.each([
  [9007199254740991, 9007199254740991n],
  ['-12345678901234567890', -12345678901234567890n],
  ['007', 7n],
  [9007199254740992, undefined],
  ['1.0', undefined],
  ['', undefined],
])('the bigint %s is read as %s', (number, expected) => {
  class Big {
    constructor(readonly number: bigint) {}
  }
  if (expected === undefined) {
    expect(errorsOf(Big, { number })).toEqual({ number: ['must be an integer.'] })
  } else {
    expect(hydrator.hydrate(Big, { number }).number).toBe(expected)
  }
})

test.each([NaN, Infinity, -Infinity, 2 ** 53])('the whole number %s is rejected', (whole) => {
  class Whole {
    constructor(readonly whole: int) {}
  }
  expect(errorsOf(Whole, { whole })).toEqual({ whole: ['must be an integer.'] })
})

test('instances stay as they are', () => {
  const address = new Address('Bern', null)
  const item = new Item('x', -1)
  const file = new File(['x'], 'x.txt')
  const order = hydrator.hydrate(Order, { ...valid, address, items: [item] })
  expect(order.address).toBe(address)
  expect(order.items[0]).toBe(item)
  class Upload {
    constructor(readonly file: File) {}
  }
  expect(hydrator.hydrate(Upload, { file }).file).toBe(file)
  expect(hydrator.hydrate(Address, address)).toBe(address)
})

test('constraints see neither null nor absence', () => {
  expect(hydrator.hydrate(Order, { ...valid, contact: null }).contact).toBe(null)
  expect(hydrator.hydrate(Order, valid).contact).toBe(null)
})

test('undeclared fields are ignored', () => {
  const address = hydrator.hydrate(Address, { city: 'Bern', zip: null, admin: true })
  expect(Object.keys(address)).toEqual(['city', 'zip'])
})

test('no key reaches a prototype', () => {
  class Named {
    constructor(
      readonly labels: Record<string, int>,
      readonly shape: { name: string },
      readonly constructorName = 'none',
    ) {}
  }
  const hostile = JSON.parse(
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"labels":{"__proto__":3,"constructor":4},"shape":{"__proto__":{"polluted":1},"name":"x"}}',
  )
  const named = hydrator.hydrate(Named, hostile)
  expect(Object.getPrototypeOf(named)).toBe(Named.prototype)
  expect(Object.getPrototypeOf(named.labels)).toBe(Object.prototype)
  expect(Object.entries(named.labels)).toEqual([
    ['__proto__', 3],
    ['constructor', 4],
  ])
  expect(named.shape).toEqual({ name: 'x' })
  expect(Object.hasOwn(named.shape, '__proto__')).toBe(false)
  expect(({} as Record<string, unknown>)['polluted']).toBe(undefined)
  const errors = errorsOf(Named, { labels: JSON.parse('{"__proto__":"x"}'), shape: { name: 'x' } })
  expect(errors).toEqual({ 'labels.__proto__': ['must be an integer.'] })
})

class Tricky {
  constructor(
    readonly toString: string,
    readonly valueOf: string,
  ) {}
}

test('a field named as a member of Object is not found on the prototype', () => {
  expect(errorsOf(Tricky, {})).toEqual({
    toString: ['is required.'],
    valueOf: ['is required.'],
  })
})

class Category {
  constructor(
    readonly name: string,
    readonly parent: Category | null = null,
    readonly children: Category[] = [],
    readonly related: Related | null = null,
  ) {}
}

class Related {
  constructor(
    readonly kind: string,
    readonly category: Category,
  ) {}
}

describe('a class that contains itself', () => {
  test('is not hydrated at its first repetition', () => {
    const raw = { name: 'child', children: [{ name: 'grandchild' }] }
    const category = hydrator.hydrate(Category, {
      name: 'root',
      parent: raw,
      children: [raw],
      related: { kind: 'k', category: raw },
    })
    expect(category.parent).toBe(raw)
    expect(category.children).toEqual([raw])
    expect(category.children[0]).not.toBeInstanceOf(Category)
    expect(category.related).toBeInstanceOf(Related)
    expect(category.related?.category).toBe(raw)
    const related = hydrator.hydrate(Related, {
      kind: 'k',
      category: { ...raw, related: { kind: 'x', category: raw } },
    })
    expect(related.category).toBeInstanceOf(Category)
    expect(related.category.related).not.toBeInstanceOf(Related)
  })

  test('is checked at any depth', () => {
    expect(
      errorsOf(Category, { name: 'a', children: [{ name: 'b', parent: { name: 3 } }] }),
    ).toEqual({
      'children.0.parent.name': ['must be a string.'],
    })
  })

  test('is rejected beyond a reasonable depth', () => {
    let data: object = { name: 'leaf' }
    for (let depth = 0; depth < 10_000; depth += 1) data = { name: 'n', parent: data }
    const [key, messages] = Object.entries(errorsOf(Category, data) ?? {})[0] ?? []
    expect(key).toMatch(/^parent(\.parent)+$/)
    expect(messages).toEqual(['is nested too deeply.'])
  })
})

describe('a generic class that contains itself', () => {
  class Entry<T> {
    constructor(
      readonly value: T,
      readonly next: Entry<T> | null,
    ) {}
  }
  class Box<T> {
    constructor(readonly value: T) {}
  }
  class Pair<T> {
    constructor(
      readonly value: T,
      readonly other: Pair<string> | null,
    ) {}
  }
  class Growing<T> {
    constructor(
      readonly value: T,
      readonly next: Growing<T[]> | null,
    ) {}
  }
  class Holder {
    constructor(
      readonly entry?: Entry<int>,
      readonly words?: Entry<string>,
      readonly box?: Box<Box<Box<int>>>,
      readonly pair?: Pair<int>,
    ) {}
  }

  test('is checked at any depth', () => {
    const valid = {
      entry: { value: 1, next: { value: 2, next: null } },
      words: { value: 'a', next: { value: 'b', next: null } },
      box: { value: { value: { value: 1 } } },
      pair: { value: 1, other: { value: 'a', other: { value: 'b', other: null } } },
    }
    const holder = hydrator.hydrate(Holder, valid)
    expect(holder).toMatchObject(valid)
    expect(holder.entry).toBeInstanceOf(Entry)
    expect(holder.box?.value.value).toBeInstanceOf(Box)
    expect(
      errorsOf(Holder, {
        entry: { value: 1, next: { value: 2, next: { value: 'x', next: null } } },
        words: { value: 'a', next: { value: 1, next: null } },
        box: { value: { value: { value: 'x' } } },
        pair: { value: 'a', other: { value: 1, other: { value: 2, other: null } } },
      }),
    ).toEqual({
      'entry.next.next.value': ['must be an integer.'],
      'words.next.value': ['must be a string.'],
      'box.value.value.value': ['must be an integer.'],
      'pair.value': ['must be an integer.'],
      'pair.other.value': ['must be a string.'],
      'pair.other.other.value': ['must be a string.'],
    })
  })

  test('is an error if its type arguments grow without end', () => {
    class Endless {
      constructor(readonly growing: Growing<int>) {}
    }
    expect(() => hydrator.prepare(Endless)).toThrow(
      '"T" is a type parameter without a type argument.',
    )
  })
})

test('the visibility of a parameter property has no effect', () => {
  class Hidden {
    constructor(
      private readonly secret: string,
      protected readonly kept: int,
      plain: boolean,
    ) {
      this.plainly = plain
    }
    readonly plainly: boolean
    reveal() {
      return [this.secret, this.kept]
    }
  }
  const hidden = hydrator.hydrate(Hidden, { secret: 's', kept: 1, plain: true })
  expect(hidden.reveal()).toEqual(['s', 1])
  expect(hidden.plainly).toBe(true)
  expect(errorsOf(Hidden, {})).toEqual({
    secret: ['is required.'],
    kept: ['is required.'],
    plain: ['is required.'],
  })
})

test('@ListOf sets the element type of an untyped list', () => {
  class Basket {
    constructor(@ListOf(() => Item) readonly items: unknown[]) {}
  }
  expect(hydrator.hydrate(Basket, { items: [{ sku: 'ab', quantity: 1 }] }).items[0]).toBeInstanceOf(
    Item,
  )
  expect(errorsOf(Basket, { items: [{ sku: 'ab' }] })).toEqual({
    'items.0.quantity': ['is required.'],
  })
})

test('tuples, records, object types and unions are read by their structure', () => {
  class Shapes {
    constructor(
      readonly point: [number, int],
      readonly scores: Record<string, number | null>,
      readonly box: { width: number; label?: string; at: Date },
      readonly either: string | int | null,
    ) {}
  }
  const at = '2026-01-01T00:00:00Z'
  expect(
    hydrator.hydrate(Shapes, {
      point: [1.5, 2],
      scores: { a: 1, b: null },
      box: { width: 1, at },
      either: 3,
    }),
  ).toEqual({
    point: [1.5, 2],
    scores: { a: 1, b: null },
    box: { width: 1, at: new Date(at) },
    either: 3,
  })
  expect(
    errorsOf(Shapes, {
      point: [1],
      scores: { a: 'x' },
      box: { at: 'now', label: 1 },
      either: true,
    }),
  ).toEqual({
    point: ['must have exactly 2 elements.'],
    'scores.a': ['must be a number.'],
    'box.width': ['is required.'],
    'box.label': ['must be a string.'],
    'box.at': ['must be a date-time.'],
    either: ['must be a string or an integer.'],
  })
})

class Card {
  constructor(
    readonly kind: 'card',
    readonly number: string,
  ) {}
}
class Cash {
  constructor(
    readonly kind: 'cash' | 'coins',
    readonly amount: number,
  ) {}
}
class Payment {
  constructor(readonly by: Card | Cash) {}
}

test('a union of classes is distinguished by its literal field', () => {
  expect(hydrator.hydrate(Payment, { by: { kind: 'card', number: '1' } }).by).toBeInstanceOf(Card)
  expect(hydrator.hydrate(Payment, { by: { kind: 'coins', amount: 1 } }).by).toBeInstanceOf(Cash)
  expect(errorsOf(Payment, { by: { kind: 'cash' } })).toEqual({ 'by.amount': ['is required.'] })
  expect(errorsOf(Payment, { by: { kind: 'iou' } })).toEqual({
    'by.kind': ['must be one of: card, cash, coins.'],
  })
  expect(errorsOf(Payment, { by: {} })).toEqual({ 'by.kind': ['is required.'] })
  expect(errorsOf(Payment, { by: 'cash' })).toEqual({ by: ['must be an object.'] })
})

describe('types that cannot be filled throw when the class is read', () => {
  test('a union of two types that are the same in JSON', () => {
    class Strings {
      constructor(readonly value: Date | string) {}
    }
    class Days {
      constructor(readonly value: Temporal.PlainDate | string) {}
    }
    class Links {
      constructor(readonly value: URL | 'none') {}
    }
    class Digits {
      constructor(readonly value: bigint | string) {}
    }
    class Numbers {
      constructor(readonly value: bigint | int) {}
    }
    class Lists {
      constructor(readonly value: string[] | Set<string>) {}
    }
    for (const [type, jsonType] of [
      [Strings, 'string'],
      [Days, 'string'],
      [Links, 'string'],
      [Digits, 'string'],
      [Numbers, 'number'],
      [Lists, 'array'],
    ] as const) {
      expect(() => errorsOf(type as Class<object>, {})).toThrow(
        `two members of the union are both a JSON ${jsonType}, so they cannot be distinguished. Keep one of them.`,
      )
    }
  })

  test('a union that cannot be distinguished', () => {
    class Either {
      constructor(readonly value: Address | Item) {}
    }
    expect(() => errorsOf(Either, {})).toThrow(
      /^Either\.value \(.*hydrator\.test\.ts:\d+:\d+\): Address and Item cannot be distinguished\. Give each a field of the same name with a different literal type, such as kind: 'card' and kind: 'cash'\.$/,
    )
  })

  test('a value that cannot be received as data', () => {
    class Injected {
      constructor(readonly request: Request) {}
    }
    expect(() => errorsOf(Injected, {})).toThrow(
      /^Injected\.request \(.*\): a value of type Request cannot be received as data\.$/,
    )
  })

  test('a class whose module was not transformed', () => {
    expect(() => errorsOf(new Function('return class Plain {}')(), {})).toThrow(
      'Plain has no type information. Start Node with "node --import @fw/transform/register", or add ' +
        'transform() from "@fw/transform/vite" to the plugins of vite.config.ts or vitest.config.ts.',
    )
  })
})

test('data that is not an object is reported under the name of the class', () => {
  expect(errorsOf(Address, 'x')).toEqual({ Address: ['must be an object.'] })
  expect(errorsOf(Address, [])).toEqual({ Address: ['must be an object.'] })
})

test('a subclass without a constructor has the parameters of its parent', () => {
  class Home extends Address {}
  expect(hydrator.hydrate(Home, { city: 'Bern', zip: null })).toBeInstanceOf(Home)
  expect(errorsOf(Home, { city: '', zip: null })).toEqual({ city: ['must not be blank.'] })
})

class WithinLimitsConstraint {
  validate(value: unknown): string | null {
    const { from, to } = value as Period
    return from < to ? null : 'must end after its beginning.'
  }
}

const WithinLimits = attribute(WithinLimitsConstraint)

class Period {
  constructor(
    readonly from: int,
    readonly to: int,
  ) {}
}

class Booking {
  constructor(
    readonly guests: int,
    @WithinLimits() readonly period: Period,
    readonly next: Booking | null = null,
  ) {}
}

test('a constraint never receives an object with errors', () => {
  const period = { from: 2, to: 1 }
  const message = ['must end after its beginning.']
  expect(errorsOf(Booking, { guests: 1, period })).toEqual({ period: message })
  expect(errorsOf(Booking, { guests: 1, period: { from: 2 } })).toEqual({
    'period.to': ['is required.'],
  })
  expect(errorsOf(Booking, { guests: '1', period })).toEqual({ guests: ['must be an integer.'] })

  const next = { guests: 1, period: { from: 1, to: 2 } }
  expect(errorsOf(Booking, { ...next, next })).toBeUndefined()
  expect(errorsOf(Booking, { ...next, next: { guests: 1, period } })).toEqual({
    'next.period': message,
  })
})

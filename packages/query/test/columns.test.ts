import { DatabaseSync } from 'node:sqlite'
import { scalar, type int } from '@fw/core'
import { InvalidRow, Query } from '@fw/query'
import { expect, test } from 'vitest'

class Percent {
  readonly part: number

  constructor(part: number) {
    this.part = part
  }
}

export const percent = scalar(Percent, {
  wire: 'integer',
  from: (value) => new Percent(value / 100),
  to: ({ part }) => part * 100,
})

interface Point {
  readonly x: int
}

class Inner {
  constructor(readonly x: int) {}
}

const types = {
  boolean: class {
    constructor(readonly value: boolean) {}
  },
  number: class {
    constructor(readonly value: number) {}
  },
  int: class {
    constructor(readonly value: int) {}
  },
  string: class {
    constructor(readonly value: string) {}
  },
  template: class {
    constructor(readonly value: `${int}%` | `${int}`) {}
  },
  nullable: class {
    constructor(readonly value: boolean | null) {}
  },
  date: class {
    constructor(readonly value: Date) {}
  },
  instant: class {
    constructor(readonly value: Temporal.Instant) {}
  },
  day: class {
    constructor(readonly value: Temporal.PlainDate) {}
  },
  local: class {
    constructor(readonly value: Temporal.PlainDateTime) {}
  },
  array: class {
    constructor(readonly value: int[]) {}
  },
  tuple: class {
    constructor(readonly value: [int, string]) {}
  },
  record: class {
    constructor(readonly value: Record<string, int>) {}
  },
  object: class {
    constructor(readonly value: Point) {}
  },
  class: class {
    constructor(readonly value: Inner) {}
  },
  map: class {
    constructor(readonly value: Map<string, int>) {}
  },
  set: class {
    constructor(readonly value: Set<int>) {}
  },
  scalar: class {
    constructor(readonly value: Percent) {}
  },
}

const database = new DatabaseSync(':memory:')

function read(type: keyof typeof types, value: unknown) {
  return new Query(database).selectRaw('? AS value', [value]).first<{ value: unknown }>(types[type])
}

const midnight = new Date('2026-01-02T00:00:00Z')

test.for<[keyof typeof types, unknown, unknown]>([
  ['boolean', 1, true],
  ['boolean', 0, false],
  ['boolean', true, true],
  ['nullable', null, null],
  ['number', '12.50', 12.5],
  ['number', '-3', -3],
  ['number', '+7', 7],
  ['int', '42', 42],
  ['int', 42, 42],
  ['string', 42, '42'],
  ['string', 2n ** 60n, '1152921504606846976'],
  ['string', 'x', 'x'],
  ['template', 42, '42'],
  ['date', '2026-01-02 00:00:00', midnight],
  ['date', '2026-01-02', midnight],
  ['date', '2026-01-02T02:00+02', midnight],
  ['instant', '2026-01-02 00:00:00', Temporal.Instant.from('2026-01-02T00:00:00Z')],
  ['instant', '2026-01-02T01:00:00+0100', Temporal.Instant.from('2026-01-02T00:00:00Z')],
  ['day', '2026-01-02', Temporal.PlainDate.from('2026-01-02')],
  ['local', '2026-01-02 03:04:05', Temporal.PlainDateTime.from('2026-01-02T03:04:05')],
  ['array', '[1,2]', [1, 2]],
  ['tuple', '[1,"x"]', [1, 'x']],
  ['record', '{"a":1}', { a: 1 }],
  ['object', '{"x":1}', { x: 1 }],
  ['class', '{"x":1}', new Inner(1)],
  ['map', '{"a":1}', new Map([['a', 1]])],
  ['set', '[1,2]', new Set([1, 2])],
  ['scalar', '50', new Percent(0.5)],
  ['scalar', 50, new Percent(0.5)],
])('a column for %s with the value %o', async ([type, value, expected]) => {
  const row = await read(type, value)
  expect(row).toBeInstanceOf(types[type])
  // Temporal values have no properties that toEqual() could compare.
  if (['instant', 'day', 'local'].includes(type)) expect(String(row?.value)).toBe(String(expected))
  else expect(row?.value).toEqual(expected)
})

test.for<[keyof typeof types, unknown, string]>([
  ['boolean', 2, 'value must be a boolean.'],
  ['boolean', 'true', 'value must be a boolean.'],
  ['number', '1e3', 'value must be a number.'],
  ['number', '1.', 'value must be a number.'],
  ['number', 'x1', 'value must be a number.'],
  ['number', '', 'value must be a number.'],
  ['int', '1.5', 'value must be an integer.'],
  ['string', null, 'value must not be null.'],
  ['string', new Uint8Array([1]), 'value must be a string.'],
  ['date', '2026-13-02', 'value must be a date-time.'],
  ['date', 'x2026-01-02', 'value must be a date-time.'],
  ['date', 5, 'value must be a date-time.'],
  ['instant', 'yesterday', 'value must be a date-time.'],
  ['array', '[1,', 'value must be an array.'],
  ['object', '{"x":"y"}', 'value.x must be an integer.'],
  ['map', 7, 'value must be an object.'],
])('a column for %s with the value %o: %s', async ([type, value, problem]) => {
  const failure = await read(type, value).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(InvalidRow)
  expect((failure as Error).message).toBe(
    `${types[type].name} cannot be created from row 0: ${problem} The row has the columns value; ` +
      "select('column as parameter') renames a column.",
  )
})

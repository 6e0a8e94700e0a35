import { MinLength, scalar, type int } from '@fw/core'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { describeDrivers, tableOf } from '../drivers.ts'

class Decimal {
  readonly digits: string

  constructor(digits: string) {
    this.digits = digits
  }
}

export const decimal = scalar(Decimal, {
  wire: 'string',
  from: (text) => new Decimal(text),
  to: ({ digits }) => digits,
})

class Person {
  constructor(
    @MinLength(2) readonly name: string,
    readonly floor: int,
  ) {}
}

type Nested = { name: string; inner: Nested[] }

const settingsSchema = z.object({ theme: z.enum(['light', 'dark']), sizes: z.array(z.number()) })
const textSchema = z.string().min(1)
const amountSchema = z.number()
const flagSchema = z.boolean()
const dateSchema = z.date()

class Inferred {
  constructor(
    readonly id: int,
    readonly settings: z.infer<typeof settingsSchema>,
    readonly list: z.infer<typeof amountSchema>[],
    readonly digits: z.infer<typeof textSchema>,
    readonly word: z.infer<typeof textSchema>,
    readonly amount: z.infer<typeof amountSchema>,
    readonly flag: z.infer<typeof flagSchema>,
    readonly at: z.infer<typeof dateSchema>,
    readonly absent: z.infer<typeof settingsSchema> | null,
  ) {}
}

class Row {
  constructor(
    readonly id: int & { readonly __brand: 'row' },
    readonly code: `A-${int}`,
    readonly name: Person['name'],
    readonly tags: Set<string>,
    readonly scores: Map<int, boolean>,
    readonly patch: Partial<Person>,
    readonly field: keyof Person,
    readonly nested: Nested,
    readonly pair: [string, int?],
    readonly bytes: Uint8Array,
    readonly link: URL,
    readonly price: Decimal,
    readonly at: Temporal.Instant,
    readonly day: Temporal.PlainDate,
    readonly local: Temporal.PlainDateTime,
    readonly time: Temporal.PlainTime,
  ) {}
}

const common =
  'id int, code varchar(9), name varchar(9), field varchar(9), link varchar(99), price numeric(9,2)'
const columns = {
  postgres:
    'tags jsonb, scores jsonb, patch jsonb, nested jsonb, pair jsonb, bytes bytea, at timestamptz(3), day date, local timestamp(3), time time',
  mysql:
    'tags json, scores json, patch json, nested json, pair json, bytes blob, at datetime(3), day date, local datetime(3), time time',
  sqlite:
    'tags text, scores text, patch text, nested text, pair text, bytes blob, at text, day text, local text, time text',
}

const inferred = 'id int, digits varchar(9), word varchar(9), amount numeric(9,2), flag boolean'
const inferredColumns = {
  postgres: 'settings jsonb, list jsonb, at timestamptz(3), absent jsonb',
  mysql: 'settings json, list json, at datetime(3), absent json',
  sqlite: 'settings text, list text, at text, absent text',
}

await describeDrivers(
  'further types',
  (dialect) => [
    `CREATE TABLE further (${common}, ${columns[dialect]})`,
    `CREATE TABLE inferred (${inferred}, ${inferredColumns[dialect]})`,
  ],
  (driver) => {
    beforeAll(async () => {
      const quoted = driver.dialect === 'mysql' ? '0x0102' : "'\\x0102'"
      const bytes = driver.dialect === 'sqlite' ? "x'0102'" : quoted
      await driver.exec(
        `INSERT INTO further VALUES (1, 'A-7', 'Ann', 'floor', 'http://a.b/', 12.50, '["x","y"]', '{"1":true}', ` +
          `'{"floor":2}', '{"name":"a","inner":[{"name":"b","inner":[]}]}', '["x"]', ${bytes}, '2026-01-31 11:00:00', '2026-01-31', '2026-01-31 12:00:00', '12:30:00')`,
      )
      await driver.exec(
        `INSERT INTO inferred (id, settings, list, digits, word, amount, flag, at) VALUES (1, '{"theme":"dark","sizes":[1,2]}', '[1]', '12', 'true', ` +
          `12.50, true, '2026-01-31 11:00:00')`,
      )
    })

    test('rows become objects of classes with any type of data', async () => {
      const [row] = await tableOf(driver, 'further').get(Row)
      expect(row).toMatchObject({ id: 1, code: 'A-7', name: 'Ann', patch: { floor: 2 } })
      expect(row).toMatchObject({
        field: 'floor',
        nested: { name: 'a', inner: [{ name: 'b', inner: [] }] },
        pair: ['x'],
      })
      expect(row?.tags).toEqual(new Set(['x', 'y']))
      expect(row?.scores).toEqual(new Map([[1, true]]))
      expect([...(row?.bytes ?? [])]).toEqual([1, 2])
      expect(row?.link.href).toBe('http://a.b/')
      expect(Number(row?.price.digits)).toBe(12.5)
      expect(row?.at.toString().slice(0, 10)).toBe('2026-01-31')
      expect([row?.day, row?.local, row?.time].map(String)).toEqual([
        '2026-01-31',
        '2026-01-31T12:00:00',
        '12:30:00',
      ])
    })

    test('rows become objects with types that are inferred from schemas', async () => {
      const [row] = await tableOf(driver, 'inferred').get(Inferred)
      expect(row).toMatchObject({
        settings: { theme: 'dark', sizes: [1, 2] },
        list: [1],
        digits: '12',
        word: 'true',
        amount: 12.5,
        flag: true,
        absent: null,
      })
      expect(row?.at.toISOString().slice(0, 10)).toBe('2026-01-31')
      await driver.exec(`INSERT INTO inferred (id, settings) VALUES (2, '{"theme":"red"}')`)
      await expect(tableOf(driver, 'inferred').where('id', '=', 2).get(Inferred)).rejects.toThrow(
        'settings.theme Invalid option: expected one of "light"|"dark"',
      )
    })
  },
)

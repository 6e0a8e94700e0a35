import { InvalidQuery, json, Query } from '@fw/query'
import { beforeEach, expect, test } from 'vitest'
import { describeDrivers, tableOf } from '../drivers.ts'

const columns = {
  postgres:
    'big bigint, deci numeric(30,10), flag boolean, moment timestamptz(3), doc jsonb, bin bytea, real_no double precision, txt text',
  mysql:
    'big bigint, deci decimal(30,10), flag boolean, moment datetime(3), doc json, bin longblob, real_no double, txt longtext',
  sqlite:
    'big integer, deci text, flag boolean, moment text, doc text, bin blob, real_no real, txt text',
}

await describeDrivers(
  'values',
  (dialect) => [`CREATE TABLE kept (id int PRIMARY KEY, ${columns[dialect]})`],
  (driver) => {
    const kept = () => tableOf(driver, 'kept')
    const keep = async (column: string, value: unknown) => {
      await kept().insert({ id: 1, [column]: value })
      const found = await kept().where(column, '=', value).select(column).first()
      const [stored] = await kept().where('id', '=', 1).pluck(column)
      await kept().all().delete()
      return { stored, isFound: found !== null }
    }
    const asJson = (value: unknown) =>
      driver.dialect === 'sqlite' ? (JSON.parse(value as string) as unknown) : value

    beforeEach(() => kept().all().delete())

    test('whole numbers of 64 bits', async () => {
      const whole = [0, -1, 2 ** 31, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
      for (const value of whole) {
        expect(await keep('big', value)).toEqual({ stored: value, isFound: true })
        expect(await keep('big', BigInt(value))).toEqual({ stored: value, isFound: true })
      }
      const beyond = [2n ** 53n, 9_007_199_254_740_993n, 2n ** 63n - 1n, -(2n ** 63n)]
      for (const value of beyond) {
        expect(await keep('big', value)).toEqual({ stored: value, isFound: true })
      }
    })

    test('a list of 64-bit keys finds exactly those rows', async () => {
      const keys = [9_007_199_254_740_992n, 9_007_199_254_740_993n, 9_007_199_254_740_994n]
      await kept().insert(keys.map((big, id) => ({ id, big })))
      expect(await kept().whereIn('big', [keys[1]]).pluck('big')).toEqual([keys[1]])
      expect(await kept().where('big', '>', keys[1]).pluck('big')).toEqual([keys[2]])
      expect(await kept().whereIn('big', keys).count()).toBe(3)
    })

    test('a number matches its string, and in MariaDB every string that starts with it', async () => {
      await kept().insert(['Ada', '0', '0x', '1'].map((txt, id) => ({ id, txt })))
      const found = async (value: unknown) =>
        kept().where('txt', '=', value).orderBy('id').pluck('txt')
      expect(await found(0)).toEqual(driver.dialect === 'mysql' ? ['Ada', '0', '0x'] : ['0'])
      expect(await found('0')).toEqual(['0'])
    })

    test('decimals stay exact, as strings', async () => {
      for (const value of ['12345678901234567890.1234567891', '0.0000000001', '-1.5000000000']) {
        expect((await keep('deci', value)).stored).toBe(value)
      }
    })

    test('floating point numbers', async () => {
      for (const value of [0.1, -1e300, 5e-300, 1.7976931348623157e308, 123_456_789.123]) {
        expect(await keep('real_no', value)).toEqual({ stored: value, isFound: true })
      }
    })

    test('true and false', async () => {
      for (const value of [true, false]) {
        const { stored, isFound } = await keep('flag', value)
        expect(isFound).toBe(true)
        expect(Boolean(stored)).toBe(value)
      }
    })

    test('times, written in any time zone', async () => {
      for (const text of [
        '2026-03-29T01:30:00.123Z',
        '1969-12-31T23:59:59+05:30',
        '2026-10-25T02:30:00-04:00',
      ]) {
        const moment = new Date(text)
        const { stored, isFound } = await keep('moment', moment)
        expect(isFound).toBe(true)
        expect(stored instanceof Date ? stored : new Date(`${String(stored)}Z`)).toEqual(moment)
      }
      const times = [
        '2026-01-01T10:00:00.000Z',
        '2026-01-01T10:00:00.500Z',
        '2026-01-01T10:00:01.000Z',
      ]
      await kept().insert(times.map((time, id) => ({ id, moment: new Date(time) })))
      expect(
        await kept()
          .where('moment', '>', new Date(times[0] as string))
          .orderBy('moment')
          .pluck('id'),
      ).toEqual([1, 2])
    })

    test('JSON: objects by themselves, everything else by json()', async () => {
      const documents = [
        { nested: { list: [1, 'two', null, true], quote: `"'\\ \u2028 ünï` } },
        json([1, { a: 'b' }]),
        json([]),
        json(['a', 'b']),
        json([true]),
        json('text'),
        json(5),
        json(true),
        json(null),
        json(new Date(0)),
      ]
      for (const [id, doc] of documents.entries()) {
        await kept().insert({ id, doc })
        const [stored] = await kept().where('id', '=', id).pluck('doc')
        expect(asJson(stored)).toEqual(JSON.parse(JSON.stringify(doc)))
      }
      await kept()
        .where('id', '=', 0)
        .update({ doc: { changed: true } })
      expect(asJson((await kept().where('id', '=', 0).pluck('doc'))[0])).toEqual({ changed: true })
      await kept().where('id', '=', 0).update({ doc: null })
      expect(await kept().whereNull('doc').pluck('id')).toEqual([0])
    })

    test('binary', async () => {
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
      for (const value of [bytes, Buffer.from(bytes), bytes.subarray(10, 20), new Uint8Array()]) {
        const { stored, isFound } = await keep('bin', value)
        expect(isFound).toBe(true)
        expect(Uint8Array.from(stored as Uint8Array)).toEqual(Uint8Array.from(value))
      }
    })

    test('text with any characters', async () => {
      const texts = [
        '',
        ' ',
        '0',
        'null',
        "O'Brien",
        '"',
        '\\',
        '\\\\',
        '\n\r\t\b',
        '%_',
        '😀 ünï',
        'x'.repeat(100_000),
      ]
      for (const value of texts) {
        expect(await keep('txt', value)).toEqual({ stored: value, isFound: true })
      }
      if (driver.dialect !== 'postgres') expect((await keep('txt', 'a\0b')).stored).toBe('a\0b')
      else await expect(keep('txt', 'a\0b')).rejects.toThrow('invalid byte sequence')
    })

    test('a number in a text column is written as a whole number', async () => {
      await kept().insert({ id: 1, txt: 5 })
      expect(await kept().pluck('txt')).toEqual(['5'])
    })

    test('text is read by the database itself', async () => {
      const moment = '2026-01-01 10:00:00.123'
      await kept().insert({ id: 1, moment, flag: 1, doc: '{"a": "b"}', big: '9007199254740993' })
      const row = await kept().where('moment', '=', moment).where('flag', '=', 1).first()
      expect(row).toMatchObject({ big: 9_007_199_254_740_993n })
      expect(asJson(row?.['doc'])).toEqual({ a: 'b' })
    })

    test('null', async () => {
      await kept().insert({
        id: 1,
        txt: null,
        big: null,
        doc: null,
        bin: null,
        moment: null,
        flag: null,
      })
      expect(await kept().select('txt', 'big', 'doc', 'bin', 'moment', 'flag').first()).toEqual({
        txt: null,
        big: null,
        doc: null,
        bin: null,
        moment: null,
        flag: null,
      })
    })

    test('values that the database would change or cannot return are rejected', async () => {
      await expect(kept().insert({ id: 1, txt: () => {} })).rejects.toThrow(
        new InvalidQuery(
          'insert(): txt of row 1: a value of kind function cannot be sent. Convert it, or wrap it in json().',
        ),
      )
      await expect(kept().insert({ id: 1, doc: { big: 1n } })).rejects.toThrow(
        'insert(): doc of row 1 cannot be converted to JSON: Do not know how to serialize a BigInt',
      )
      const circular: { self?: object } = {}
      circular.self = circular
      await expect(kept().insert({ id: 1, doc: circular })).rejects.toThrow(
        'cannot be converted to JSON',
      )
      await expect(kept().insert({ id: 1, doc: new Map() })).rejects.toThrow('a value of kind Map')
      await expect(kept().insert({ id: 1, moment: new Date(Number.NaN) })).rejects.toThrow(
        'insert(): moment of row 1: the date is invalid.',
      )
      expect(() => json(undefined)).toThrow(
        'json(): a value of type undefined has no JSON form. Pass null or a value that JSON supports.',
      )
      if (driver.dialect !== 'postgres') {
        await expect(kept().insert({ id: 1, real_no: Number.NaN })).rejects.toThrow(
          /^Parameter 2: \w+ cannot store NaN\. Write null for NULL\.$/,
        )
      }
    })

    if (driver.dialect === 'postgres') {
      test('lists are SQL arrays', async () => {
        await driver.exec(
          'CREATE TABLE lists (t text[], b bigint[], f boolean[], m timestamptz[], d bytea[], n int[])',
        )
        const lists = () => tableOf(driver, 'lists')
        const moment = new Date('2026-01-01T00:00:00.123Z')
        const row = {
          t: ['a"b', 'c\\d', '{e,f}', '', 'NULL', ' g '],
          b: [9_007_199_254_740_993n, 1],
          f: [true, false],
          m: [moment],
          d: [Buffer.from([0, 255])],
          n: [
            [1, 2],
            [3, 4],
          ],
        }
        await lists().insert(row)
        expect(await lists().first()).toEqual({ ...row, b: [9_007_199_254_740_993n, 1] })
        expect(await lists().where('t', '@>', ['a"b']).count()).toBe(1)
        expect(await lists().whereRaw('? = ANY(t)', ['{e,f}']).count()).toBe(1)
        expect(
          await lists()
            .whereRaw('b[1] = ANY(?)', [[9_007_199_254_740_993n]])
            .count(),
        ).toBe(1)
        await expect(lists().insert({ t: [{}] })).rejects.toThrow(
          'insert(): t of row 1, element 1 is an object. Wrap the list in json() for a JSON column.',
        )
        expect(await kept().where('doc', '@>', json({})).count()).toBe(0)
        await kept().insert({ id: 1, doc: { a: 1 } })
        expect(await kept().where('doc', '?', 'a').count()).toBe(1)
        expect(
          await kept()
            .whereRaw('doc ?? ? AND doc ??| ?', ['a', ['a', 'b']])
            .count(),
        ).toBe(1)
      })
    } else {
      test('lists become JSON, and are rejected in comparisons', async () => {
        await kept().insert({ id: 1, doc: ['a', 'b'] })
        expect(asJson((await kept().pluck('doc'))[0])).toEqual(['a', 'b'])
        expect(() => new Query(driver.connection).whereRaw('id IN (?)', [[1, 2]])).toThrow(
          `whereRaw(): parameter 1: ${driver.dialect} does not support lists. Write a placeholder for each value.`,
        )
      })
    }
  },
)

import {
  Check,
  Each,
  GreaterThan,
  Hide,
  Max,
  MaxItems,
  MaxLength,
  Min,
  MinLength,
  MultipleOf,
  Trim,
  UpperCase,
  type int,
} from '@fw/core'
import { CursorPaginator, InvalidRow, Paginator } from '@fw/query'
import { beforeAll, expect, test } from 'vitest'
import { describeDrivers, tableOf } from '../drivers.ts'

class Address {
  constructor(
    readonly street: string,
    readonly floor: int | null = null,
  ) {}
}

class UserDto {
  constructor(
    readonly id: bigint,
    @MaxLength(20) readonly name: string,
    @GreaterThan(0) readonly age: int | null,
    readonly active: boolean,
    readonly balance: number,
    readonly exact: string,
    readonly joinedAt: Date,
    readonly address: Address,
    readonly tags: string[] = [],
  ) {}

  greet(): string {
    return `I am ${this.name}.`
  }
}

class Vault {
  constructor(
    readonly street: string,
    @Hide() readonly code: string,
  ) {}
}

class Secretive {
  constructor(readonly address: Vault) {}
}

class RuledUser {
  constructor(
    @Min(1) @Max(2) @MultipleOf(1) readonly id: int,
    @Trim() @UpperCase() @MinLength(3) readonly name: string,
    @MaxItems(2) @Each(UpperCase(), MaxLength(3)) readonly tags: Set<string>,
  ) {}

  @Check('name')
  isNew(): string | null {
    return 'is taken.'
  }
}

class StrictUser {
  constructor(@MultipleOf(2) readonly id: int) {}
}

class UserName {
  constructor(
    readonly id: int,
    readonly name: string,
  ) {}
}

class TextOnly {
  constructor(
    readonly id: string,
    readonly joined_at: string,
  ) {}
}

const columns = {
  postgres:
    'active boolean, balance numeric(20,4), exact numeric(20,4), joined_at timestamptz(3), address jsonb, tags text[]',
  mysql:
    'active boolean, balance decimal(20,4), exact decimal(20,4), joined_at datetime(3), address json, tags json',
  sqlite: 'active boolean, balance numeric, exact text, joined_at text, address text, tags text',
}

await describeDrivers(
  'objects',
  (dialect) => [
    `CREATE TABLE users (id bigint PRIMARY KEY, name varchar(50), age int, ${columns[dialect]})`,
  ],
  (driver) => {
    const big = 9_007_199_254_740_993n
    const joinedAt = new Date('2026-03-29T01:30:00.123Z')
    const users = () => tableOf(driver, 'users')
    const full = () => users().select('users.*', 'joined_at as joinedAt').orderBy('id')

    beforeAll(async () => {
      const row = {
        active: true,
        balance: '12.5000',
        exact: '12345678901234.5678',
        joined_at: joinedAt,
        address: { street: 'Main', floor: 3 },
        tags: ['a', 'b"c'],
      }
      await users().insert([
        { id: 1, name: 'Ada', age: 36, ...row },
        { id: big, name: 'Bob', age: null, ...row, active: false },
      ])
    })

    test('rows become objects of a class, by its declared types', async () => {
      const [ada, bob] = await full().get(UserDto)
      expect(ada).toBeInstanceOf(UserDto)
      expect(ada?.greet()).toBe('I am Ada.')
      expect(ada).toEqual(
        new UserDto(
          1n,
          'Ada',
          36,
          true,
          12.5,
          '12345678901234.5678',
          joinedAt,
          new Address('Main', 3),
          ['a', 'b"c'],
        ),
      )
      expect(ada?.address).toBeInstanceOf(Address)
      expect(bob).toMatchObject({ id: big, age: null, active: false })
    })

    test('a JSON column keeps hidden fields', async () => {
      const first = () => users().where('id', '=', 1)
      await first().update({ address: new Vault('Main', 'secret') })
      const [kept] = await first().select('address').get(Secretive)
      expect(kept?.address.code).toBe('secret')
      expect(JSON.stringify(kept)).not.toContain('secret')
      await first().update({ address: { street: 'Main', floor: 3 } })
    })

    test('transforms and constraints apply to rows, but not check methods', async () => {
      const first = users().select('id', 'name', 'tags').where('id', '<', 5)
      expect(await first.get(RuledUser)).toEqual([new RuledUser(1, 'ADA', new Set(['A', 'B"C']))])
      await expect(first.get(StrictUser)).rejects.toThrow('id must be a multiple of 2.')
    })

    test('one object, pages and streams of objects', async () => {
      const names = () => users().select('id', 'name').where('id', '<', 5)
      const ada = new UserName(1, 'Ada')
      expect(await names().first(UserName)).toStrictEqual(ada)
      expect(await users().where('id', '=', 99).first(UserName)).toBeNull()
      expect(await names().paginate(10, 1, UserName)).toStrictEqual(new Paginator([ada], 1, 10, 1))
      expect(await names().cursorPaginate(10, null, 'id', UserName)).toStrictEqual(
        new CursorPaginator([ada], null),
      )
      for await (const user of names().stream(UserName)) expect(user).toStrictEqual(ada)
      await names().chunk(5, (rows) => expect(rows).toStrictEqual([ada]), UserName)
      const next = await users().orderBy('id').cursorPaginate(1, null, 'id', UserDtoId)
      expect(next).toMatchObject({ nextCursor: '1', data: [{ id: 1n }] })
    })

    test('a text field accepts numbers and times', async () => {
      const [row] = await users().where('id', '=', big).get(TextOnly)
      expect(row?.id).toBe(String(big))
      expect(row?.joined_at).toMatch(/^2026-03-29[T ]01:30:00\.123Z?$/)
    })

    test('the error for an invalid row contains row, problem and fix, and shows no value', async () => {
      await users().insert({
        id: 7,
        name: 'secret secret secret secret',
        age: -5,
        balance: 1,
        exact: '1',
      })
      const failing = users().where('id', '=', 7).select('id', 'name', 'age').get(UserDto)
      const failure = (await failing.catch((error: unknown) => error)) as InvalidRow
      expect(failure).toBeInstanceOf(InvalidRow)
      expect(failure.errors).toEqual({
        name: ['must be at most 20 characters.'],
        age: ['must be greater than 0.'],
        active: ['is required.'],
        balance: ['is required.'],
        exact: ['is required.'],
        joinedAt: ['is required.'],
        address: ['is required.'],
      })
      expect(failure.message).toMatch(
        /^UserDto cannot be created from row 0: name must be at most 20 characters\.; /,
      )
      expect(failure.message).toMatch(
        /The row has the columns id, name, age; select\('column as parameter'\)/,
      )
      expect(failure.message).not.toContain('secret')
      expect(failure).toMatchObject({ className: 'UserDto', row: 0 })
      await users().where('id', '=', 7).delete()
    })
  },
)

class UserDtoId {
  constructor(readonly id: bigint) {}
}

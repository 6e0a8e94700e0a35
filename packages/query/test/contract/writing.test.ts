import { InvalidQuery, json, NotSupported } from '@fw/query'
import { beforeEach, expect, test } from 'vitest'
import { describeDrivers, tableOf } from '../drivers.ts'
import { fillPeople, peopleTables } from './people.ts'

await describeDrivers('writing', peopleTables, (driver) => {
  const people = () => tableOf(driver, 'people')
  const returns = driver.dialect !== 'mysql'

  beforeEach(() => fillPeople(driver))

  test('one row, and many in one query', async () => {
    await people().insert({ name: 'Eve' })
    await people().insert([
      { name: 'Flo', age: 1 },
      { age: 2, name: 'Gus' },
    ])
    await people().insert([])
    expect(await people().where('id', '>', 4).orderBy('id').select('name', 'age').get()).toEqual([
      { name: 'Eve', age: null },
      { name: 'Flo', age: 1 },
      { name: 'Gus', age: 2 },
    ])
  })

  test('a row with only defaults', async () => {
    await driver.exec('CREATE TABLE defaults (id int DEFAULT 7)')
    await tableOf(driver, 'defaults').insert([{}, {}])
    expect(await tableOf(driver, 'defaults').pluck('id')).toEqual([7, 7])
    await driver.exec('DROP TABLE defaults')
  })

  test('more rows than fit in one query succeed or fail together', async () => {
    const rows = Array.from({ length: 33_000 }, (_, index) => ({
      id: index + 100,
      name: `n${index}`,
    }))
    await people().insert(rows)
    expect(await people().where('id', '>=', 100).count()).toBe(33_000)
    await people().where('id', '>=', 100).delete()

    const clash = [...rows.slice(0, 32_999), { id: 100, name: 'again' }]
    await expect(people().insert(clash)).rejects.toMatchObject({ reason: 'unique-violation' })
    expect(await people().count()).toBe(4)
  })

  test('rows with different columns are rejected', async () => {
    await expect(people().insert([{ name: 'a', age: 1 }, { name: 'b' }])).rejects.toThrow(
      new InvalidQuery(
        'insert(): row 1 and row 2 differ in column age. Give every row the same columns.',
      ),
    )
    await expect(people().insert([{ name: 'a' }, { name: 'b', age: 1 }])).rejects.toThrow(
      'column age',
    )
    await expect(people().insert({ name: undefined })).rejects.toThrow(
      'insert(): name of row 1: the value is undefined. Write null for NULL.',
    )
    await expect(people().insert('x' as never)).rejects.toThrow('insert(): a row must be an object')
  })

  test('the generated key is returned', async () => {
    const id = await people().insertGetId({ name: 'Eve' })
    expect(await people().where('id', '=', id).first()).toMatchObject({ name: 'Eve' })
    expect(await people().insertGetId({ id: 500, name: 'Flo' })).toBe(500)
    const email = await people().insertGetId({ name: 'Gus', email: 'gus@example.com' }, 'email')
    expect(email).toBe('gus@example.com')
  })

  test('inserted rows are returned if the database supports it', async () => {
    const insert = people().insertReturning(
      [{ name: 'Eve' }, { name: 'Flo' }],
      ['name', 'visits as v'],
    )
    if (returns) {
      expect(await insert).toEqual([
        { name: 'Eve', v: 0 },
        { name: 'Flo', v: 0 },
      ])
      expect(await people().insertReturning({ name: 'Gus' })).toMatchObject([
        { name: 'Gus', age: null },
      ])
    } else {
      await expect(insert).rejects.toThrow(
        new NotSupported(
          'mysql cannot return rows from an insert. Use insertGetId() and read the row.',
        ),
      )
    }
  })

  test('existing rows are changed by an upsert, or left unchanged', async () => {
    const rows = [
      { name: 'Ada 2', email: 'ada@example.com', age: 1 },
      { name: 'New', email: 'new@example.com', age: 2 },
    ]
    await people().upsert(rows, ['email'], ['name'])
    expect(await people().where('email', '=', 'ada@example.com').first()).toMatchObject({
      id: 1,
      name: 'Ada 2',
      age: 36,
    })
    await people().upsert(rows, ['email'])
    expect(await people().where('id', '=', 1).first()).toMatchObject({ name: 'Ada 2', age: 1 })
    await people().upsert({ name: 'Ignored', email: 'new@example.com' }, ['email'], [])
    expect(await people().where('email', '=', 'new@example.com').first()).toMatchObject({
      name: 'New',
    })
    expect(await people().count()).toBe(5)
    await expect(people().upsert(rows, [])).rejects.toThrow('upsert(): name the columns')
  })

  test('the number of matching rows, changed or not', async () => {
    expect(await people().where('team_id', '=', 1).update({ age: 40, name: 'Same' })).toBe(2)
    expect(await people().where('team_id', '=', 1).update({ age: 40 })).toBe(2)
    expect(await people().where('id', '=', 99).update({ age: 40 })).toBe(0)
    expect(await people().where('age', '=', 40).pluck('name')).toEqual(['Same', 'Same'])
    await expect(people().where('id', '=', 1).update({})).rejects.toThrow(
      'update(): the object has no columns. Pass at least one.',
    )
    await expect(people().where('id', '=', 1).update({ age: undefined })).rejects.toThrow(
      'update(): age: the value is undefined.',
    )
  })

  test('numbers are incremented in the database', async () => {
    expect(await people().where('id', '<=', 2).increment('visits')).toBe(2)
    expect(await people().where('id', '=', 1).increment('visits', -3, { name: 'Ada!' })).toBe(1)
    expect(await people().orderBy('id').pluck('visits')).toEqual([-2, 1, 0, 0])
    await Promise.all(
      Array.from({ length: 20 }, () => people().where('id', '=', 4).increment('visits')),
    )
    expect(await people().where('id', '=', 4).first()).toMatchObject({ visits: 20 })
  })

  test('the number of deleted rows', async () => {
    expect(await people().where('team_id', '=', 1).delete()).toBe(2)
    expect(await people().where('team_id', '=', 1).delete()).toBe(0)
    expect(await people().count()).toBe(2)
  })

  test('the whole table only after all()', async () => {
    const refusal =
      'without a condition would affect every row. Add where(), or call all() if that is intended.'
    await expect(people().delete()).rejects.toThrow(new InvalidQuery(`delete() ${refusal}`))
    await expect(people().update({ age: 1 })).rejects.toThrow(
      new InvalidQuery(`update() ${refusal}`),
    )
    await expect(
      people()
        .where(() => {})
        .delete(),
    ).rejects.toThrow(refusal)
    await expect(people().increment('age')).rejects.toThrow(refusal)
    expect(await people().count()).toBe(4)
    expect(await people().all().update({ age: 1 })).toBe(4)
    expect(await people().all().delete()).toBe(4)
  })

  test('a write with clauses that it does not support is rejected', async () => {
    const one = () => people().where('id', '>', 0)
    await expect(one().limit(1).delete()).rejects.toThrow(
      'delete() does not support limit(). Read the keys of the rows first, and pass them to whereIn().',
    )
    await expect(one().offset(1).update({ age: 1 })).rejects.toThrow(
      'update() does not support offset()',
    )
    await expect(one().orderBy('id').delete()).rejects.toThrow('orderBy()')
    await expect(one().join('teams', 'a', '=', 'b').delete()).rejects.toThrow('join()')
    await expect(one().groupBy('id').delete()).rejects.toThrow('groupBy()')
    await expect(one().havingRaw('1 = 1').delete()).rejects.toThrow('having()')
    await expect(one().union(one()).delete()).rejects.toThrow('union()')
    await expect(one().distinct().delete()).rejects.toThrow('distinct()')
    await expect(one().with('x', one()).delete()).rejects.toThrow('with()')
    expect(await people().count()).toBe(4)
  })

  test('values of inserts and updates are bound for any content', async () => {
    const hostile = `'; DROP TABLE people; -- " \` \\ $1 ? %`
    const id = await people().insertGetId({ name: hostile })
    expect(await people().where('name', '=', hostile).pluck('id')).toEqual([id])
    expect(
      await people()
        .where('name', '=', hostile)
        .update({ name: `${hostile}2` }),
    ).toBe(1)
    expect(await people().where('id', '=', id).first()).toMatchObject({ name: `${hostile}2` })
  })

  test('a text column keeps numbers and JSON as they are written', async () => {
    const id = await people().insertGetId({ name: '5' })
    await people()
      .where('id', '=', id)
      .update({ name: json({ a: [1] }) })
      .catch(() => {})
    expect((await people().where('id', '=', id).first())?.['name']).toMatch(/^(5|\{"a": ?\[1\]\})$/)
  })
})

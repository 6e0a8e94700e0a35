import { expect, test } from 'vitest'
import {
  bigOrders,
  birthday,
  createUsers,
  findAdults,
  findUser,
  names,
  order,
  pages,
  signUp,
} from './query/users.ts'

test('the queries of the page do what it describes', async () => {
  expect(await createUsers()).toBe(1)
  expect(await findAdults('C')).toMatchObject([{ name: 'Ada' }, { name: 'Cy', joinedAt: null }])
  expect(await findUser(1)).toMatchObject({ name: 'Ada', joinedAt: expect.any(Date) as Date })
  expect(await findUser(99)).toBeNull()

  const { page, first, next } = await pages()
  expect(page).toMatchObject({ total: 3, lastPage: 2, data: [{ name: 'Ada' }, { name: 'Bob' }] })
  expect(first).toMatchObject({ nextCursor: '2', hasMore: true })
  expect(next).toMatchObject({ nextCursor: null, data: [{ name: 'Cy' }] })

  expect(await order(1, [5, 10])).toBe(2)
  await expect(order(1, [5, 0])).rejects.toThrow('An order costs something.')
  expect(await bigOrders(15)).toEqual([{ name: 'Ada', total: 15 }])

  await signUp('ada@example.com')
  await expect(signUp('ada@example.com')).rejects.toMatchObject({ status: 409 })

  expect(await names()).toEqual(['Ada', 'Bob', 'Cy'])
  expect(await birthday(1)).toBe(1)
  expect(await findUser(1)).toMatchObject({ name: 'Ada Lovelace', age: 37 })
})

// #region connect
import { DatabaseSync } from 'node:sqlite'
import { Query, QueryFailed, transaction } from '@fw/query'
import { GreaterThan, HttpError, type int } from '@fw/core'

export const database = new DatabaseSync(':memory:')

const users = () => new Query(database).table('users')
// #endregion

database.exec(`
  CREATE TABLE users (id integer PRIMARY KEY, name text NOT NULL, age integer, joined_at text);
  CREATE TABLE accounts (email text PRIMARY KEY);
  CREATE TABLE orders (id integer PRIMARY KEY, user_id integer NOT NULL, total integer NOT NULL);
`)

// #region insert
export async function createUsers() {
  const id = await users().insertGetId({
    name: 'Ada',
    age: 36,
    joined_at: new Date(),
  })
  await users().insert([
    { name: 'Bob', age: null },
    { name: 'Cy', age: 20 },
  ])
  return id
}
// #endregion

// #region select
export function findAdults(search: string) {
  return users()
    .select('id', 'name', 'joined_at as joinedAt')
    .where('age', '>=', 18)
    .where((q) =>
      q.where('name', 'like', `${search}%`).orWhere('name', '=', 'Ada'),
    )
    .orderBy('name')
    .limit(20)
    .get()
}
// #endregion

// #region object
class User {
  constructor(
    readonly id: int,
    readonly name: string,
    @GreaterThan(0) readonly age: int | null,
    readonly joinedAt: Date | null,
  ) {}
}

export function findUser(id: number) {
  return users()
    .select('users.*', 'joined_at as joinedAt')
    .where('id', '=', id)
    .first(User)
}
// #endregion

// #region pages
export async function pages() {
  const page = await users().orderBy('name').paginate(2, 1)
  const first = await users().cursorPaginate(2)
  const next = await users().cursorPaginate(2, first.nextCursor)
  return { page, first, next }
}
// #endregion

// #region change
export async function birthday(id: number) {
  await users().where('id', '=', id).increment('age')
  await users().where('id', '=', id).update({ name: 'Ada Lovelace' })
  return users().where('age', '=', null).delete()
}
// #endregion

// #region raw
export function bigOrders(minimum: number) {
  return users()
    .select('users.name')
    .selectRaw('SUM(orders.total) AS total')
    .join('orders', 'orders.user_id', '=', 'users.id')
    .groupBy('users.name')
    .havingRaw('SUM(orders.total) >= ?', [minimum])
    .get()
}
// #endregion

// #region transaction
export function order(userId: number, totals: number[]) {
  return transaction(database, async (tx) => {
    for (const total of totals) {
      if (total <= 0) throw new RangeError('An order costs something.')
      await tx.table('orders').insert({ user_id: userId, total })
    }
    return tx.table('orders').where('user_id', '=', userId).count()
  })
}
// #endregion

// #region stream
export async function names() {
  const found: string[] = []
  const rows = users().orderBy('id').stream<{ name: string }>()
  for await (const { name } of rows) found.push(name)
  return found
}
// #endregion

// #region failed
export async function signUp(email: string) {
  try {
    await new Query(database).table('accounts').insert({ email })
  } catch (error) {
    const reason = error instanceof QueryFailed && error.reason
    if (reason !== 'unique-violation') throw error
    throw new HttpError(409, 'There is an account with this address.')
  }
}
// #endregion

import { DatabaseSync } from 'node:sqlite'
import { Query } from '@fw/query'
import { expect, test } from 'vitest'
import { rolledBack } from './rolled-back.ts'

const connection = new DatabaseSync(':memory:')
connection.exec(
  'CREATE TABLE orders (id INTEGER PRIMARY KEY, pieces INTEGER)',
)

test('an order is stored', () =>
  rolledBack(connection, async (tx) => {
    await new Query(tx).table('orders').insert({ pieces: 2 })
    expect(await new Query(tx).table('orders').count()).toBe(1)
  }))

test('the next test finds nothing', () =>
  rolledBack(connection, async (tx) => {
    expect(await new Query(tx).table('orders').count()).toBe(0)
  }))

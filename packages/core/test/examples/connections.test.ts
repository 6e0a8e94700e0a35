import { DatabaseSync } from 'node:sqlite'
import { Database } from '@fw/query'
import { Container, Kernel, Router } from '@fw/core'
import { expect, test } from 'vitest'
import { Reports } from './connections/src/reports.ts'

function databaseWith(table: string): Database {
  const connection = new DatabaseSync(':memory:')
  connection.exec(`CREATE TABLE ${table} (id INT); INSERT INTO ${table} VALUES (1)`)
  return Database.of(connection)
}

test('the reports read two databases', async () => {
  const container = new Container()
    .instance(Database, databaseWith('orders'))
    .instance(Database.named('reporting'), databaseWith('visits'))
    .boot()
  const kernel = new Kernel(container, new Router().register(Reports))
  const response = await kernel.fetch(new Request('http://localhost/reports'))
  expect(await response.json()).toEqual({ orders: 1, visits: 1 })
})

import { parseMigrationName } from '@fw/migrate'
import { expect, test } from 'vitest'

test('the name of a file contains id, database and language', () => {
  const id = '20261122101500_create_orders'
  expect(parseMigrationName(`${id}.sql`)).toEqual({ id, language: 'sql' })
  expect(parseMigrationName(`${id}.postgres.sql`)).toEqual({
    id,
    database: 'postgres',
    language: 'sql',
  })
  expect(parseMigrationName('create_orders.sql')).toBeUndefined()
})

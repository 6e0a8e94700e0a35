import { dialectOf, Query } from '@fw/query'
import { setFlagsFromString } from 'node:v8'
import postgres from 'postgres'
import { expect, test } from 'vitest'

setFlagsFromString('--allow-natives-syntax')
const isLaidOut = new Function('object', 'return %HasFastProperties(object)') as (
  object: object,
) => boolean
setFlagsFromString('--no-allow-natives-syntax')

test('the query class of postgres.js keeps fast properties, so that V8 optimizes it', () => {
  const sql = postgres('postgres://nobody@127.0.0.1:1/none')
  expect(dialectOf(sql)).toBe('postgres')
  expect(isLaidOut(sql.unsafe('SELECT 1').constructor)).toBe(true)
})

test('adopting an Sql of postgres.js opens no connection', async () => {
  let opened = 0
  const sql = postgres('postgres://nobody@127.0.0.1:1/none', {
    socket: () => {
      opened++
      throw new Error('There is nothing to connect to.')
    },
  } as postgres.Options<Record<string, never>>)
  expect(dialectOf(sql)).toBe('postgres')
  await new Promise((resolve) => setImmediate(resolve))
  expect(opened).toBe(0)
  await expect(new Query(sql).table('items').get()).rejects.toThrow('nothing to connect to')
  expect(opened).toBe(1)
})

import { expect, test } from 'vitest'
import {
  headsOf,
  jsonHeaders,
  shareHeaders,
  withAddedHeader,
} from '../../../src/http/message/header-list.ts'

// A new list for each test, because a list caches the headers that were added to it.
const sharedList = () => shareHeaders(['content-type', 'application/json'])

test('adding a header again returns the same list, which adapters share', () => {
  const headers = sharedList()
  const [, second, third] = [1, 2, 3].map(() => withAddedHeader(headers, 'x-version', '1'))
  expect(third).toBe(second)
  expect(third).toEqual([...headers, 'x-version', '1'])
  expect(headsOf(third as string[])).toBeDefined()
  expect(withAddedHeader(headers, 'x-version', '2')).toEqual([...headers, 'x-version', '2'])
})

test('the headers of most responses are shared', () => {
  expect(headsOf(jsonHeaders)).toBeDefined()
})

test('values that are not repeated are not cached', () => {
  const headers = sharedList()
  for (let turn = 0; turn < 2; turn++) {
    for (let id = 0; id < 100; id++) {
      const list = withAddedHeader(headers, 'x-id', String(id))
      expect(list).toEqual([...headers, 'x-id', String(id)])
      if (id >= 8) expect(headsOf(list)).toBeUndefined()
    }
  }
})

test('a list does not grow indefinitely', () => {
  let list: readonly string[] = sharedList()
  for (let index = 0; index < 100; index++) {
    withAddedHeader(list, 'x-more', 'a')
    list = withAddedHeader(list, 'x-more', 'a')
  }
  expect(list).toHaveLength(202)
  expect(headsOf(list)).toBeUndefined()
})

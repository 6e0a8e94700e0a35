import { expect, test } from 'vitest'
import { headsOf, jsonHeaders, withOneMore } from '../../src/message/header-list.ts'

test('a header that is added again gives the same list, which adapters share', () => {
  const [, second, third] = [1, 2, 3].map(() => withOneMore(jsonHeaders, 'x-version', '1'))
  expect(third).toBe(second)
  expect(third).toEqual([...jsonHeaders, 'x-version', '1'])
  expect(headsOf(third as string[])).toBeDefined()
  expect(withOneMore(jsonHeaders, 'x-version', '2')).toEqual([...jsonHeaders, 'x-version', '2'])
})

test('values that never come again are not remembered', () => {
  for (let turn = 0; turn < 2; turn++) {
    for (let id = 0; id < 100; id++) {
      const list = withOneMore(jsonHeaders, 'x-id', String(id))
      expect(list).toEqual([...jsonHeaders, 'x-id', String(id)])
      if (id >= 8) expect(headsOf(list)).toBeUndefined()
    }
  }
})

test('a list does not grow for ever', () => {
  let list: readonly string[] = jsonHeaders
  for (let index = 0; index < 100; index++) {
    withOneMore(list, 'x-more', 'a')
    list = withOneMore(list, 'x-more', 'a')
  }
  expect(list).toHaveLength(202)
  expect(headsOf(list)).toBeUndefined()
})

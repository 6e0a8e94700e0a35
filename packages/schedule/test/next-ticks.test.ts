import { nextTicks } from '@fw/schedule'
import { expect, test } from 'vitest'

test('a pattern is evaluated in its own time zone', () => {
  const from = new Date('2026-11-22T12:00:00Z')
  expect(nextTicks('30 2 * * *', { timeZone: 'Europe/Oslo', from, count: 2 })).toEqual([
    new Date('2026-11-23T01:30:00Z'),
    new Date('2026-11-24T01:30:00Z'),
  ])
})

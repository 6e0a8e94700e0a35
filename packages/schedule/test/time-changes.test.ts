import { nextTicks } from '@fw/schedule'
import { expect, test } from 'vitest'

/** The zone, the pattern, from when, and the ticks that come, with the offset that clocks show. */
const table: readonly [string, string, string, readonly string[]][] = [
  // Oslo: 02:00 becomes 03:00 on 29 March, 03:00 becomes 02:00 on 25 October.
  [
    'Europe/Oslo',
    '30 2 * * *',
    '2026-03-28T00:00:00+01:00',
    ['2026-03-28T02:30:00+01:00', '2026-03-29T03:00:00+02:00', '2026-03-30T02:30:00+02:00'],
  ],
  [
    'Europe/Oslo',
    '0 3 * * *',
    '2026-03-29T00:00:00+01:00',
    ['2026-03-29T03:00:00+02:00', '2026-03-30T03:00:00+02:00'],
  ],
  [
    'Europe/Oslo',
    '30 2,14 * * *',
    '2026-03-29T00:00:00+01:00',
    ['2026-03-29T03:00:00+02:00', '2026-03-29T14:30:00+02:00'],
  ],
  [
    'Europe/Oslo',
    '*/30 * * * *',
    '2026-03-29T01:00:00+01:00',
    ['2026-03-29T01:30:00+01:00', '2026-03-29T03:00:00+02:00', '2026-03-29T03:30:00+02:00'],
  ],
  [
    'Europe/Oslo',
    '30 2 * * *',
    '2026-10-24T12:00:00+02:00',
    ['2026-10-25T02:30:00+02:00', '2026-10-26T02:30:00+01:00'],
  ],
  [
    'Europe/Oslo',
    '*/30 * * * *',
    '2026-10-25T01:30:00+02:00',
    [
      '2026-10-25T02:00:00+02:00',
      '2026-10-25T02:30:00+02:00',
      '2026-10-25T02:00:00+01:00',
      '2026-10-25T02:30:00+01:00',
      '2026-10-25T03:00:00+01:00',
    ],
  ],
  // Santiago: 24:00 becomes 01:00 on 6 September, and 24:00 becomes 23:00 on 4 April.
  [
    'America/Santiago',
    '0 0 * * *',
    '2026-09-05T12:00:00-04:00',
    ['2026-09-06T01:00:00-03:00', '2026-09-07T00:00:00-03:00'],
  ],
  [
    'America/Santiago',
    '30 0 * * *',
    '2026-09-05T12:00:00-04:00',
    ['2026-09-06T01:00:00-03:00', '2026-09-07T00:30:00-03:00'],
  ],
  [
    'America/Santiago',
    '0 * * * *',
    '2026-09-05T22:00:00-04:00',
    ['2026-09-05T23:00:00-04:00', '2026-09-06T01:00:00-03:00'],
  ],
  [
    'America/Santiago',
    '30 23 * * *',
    '2026-04-04T12:00:00-03:00',
    ['2026-04-04T23:30:00-03:00', '2026-04-05T23:30:00-04:00'],
  ],
  [
    'America/Santiago',
    '30 * * * *',
    '2026-04-04T22:30:00-03:00',
    ['2026-04-04T23:30:00-03:00', '2026-04-04T23:30:00-04:00', '2026-04-05T00:30:00-04:00'],
  ],
  // Lord Howe: by half an hour: 02:00 becomes 02:30 on 4 October, 02:00 becomes 01:30 on 5 April.
  [
    'Australia/Lord_Howe',
    '15 2 * * *',
    '2026-10-03T12:00:00+10:30',
    ['2026-10-04T02:30:00+11:00', '2026-10-05T02:15:00+11:00'],
  ],
  [
    'Australia/Lord_Howe',
    '*/15 * * * *',
    '2026-10-04T01:30:00+10:30',
    ['2026-10-04T01:45:00+10:30', '2026-10-04T02:30:00+11:00'],
  ],
  [
    'Australia/Lord_Howe',
    '45 1 * * *',
    '2026-04-04T12:00:00+11:00',
    ['2026-04-05T01:45:00+11:00', '2026-04-06T01:45:00+10:30'],
  ],
  [
    'Australia/Lord_Howe',
    '*/15 * * * *',
    '2026-04-05T01:15:00+11:00',
    [
      '2026-04-05T01:30:00+11:00',
      '2026-04-05T01:45:00+11:00',
      '2026-04-05T01:30:00+10:30',
      '2026-04-05T01:45:00+10:30',
      '2026-04-05T02:00:00+10:30',
    ],
  ],
]

test.each(table)('%s: %s after %s', (timeZone, pattern, from, expected) => {
  const ticks = nextTicks(pattern, { timeZone, from: new Date(from), count: expected.length })
  expect(ticks.map((tick) => tick.toISOString())).toEqual(
    expected.map((tick) => new Date(tick).toISOString()),
  )
})

test('durations are counted from the epoch, in any time zone', () => {
  const from = new Date('2026-03-29T00:50:00Z')
  const ticks = nextTicks('15m', { timeZone: 'Europe/Oslo', from, count: 2 })
  expect(ticks).toEqual([new Date('2026-03-29T01:00:00Z'), new Date('2026-03-29T01:15:00Z')])
})

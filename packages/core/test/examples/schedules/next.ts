import { nextTicks } from '@fw/schedule'

export const ticks = nextTicks('30 2 * * *', {
  timeZone: 'Europe/Oslo',
  from: new Date('2026-03-28T12:00:00Z'),
  count: 2,
})

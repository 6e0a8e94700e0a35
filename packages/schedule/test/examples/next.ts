import { nextTicks } from '@fw/schedule'

// On 29 March 2026, 02:30 does not exist in Oslo.
for (const tick of nextTicks('30 2 * * *', {
  timeZone: 'Europe/Oslo',
  from: new Date('2026-03-28T12:00:00Z'),
  count: 2,
})) {
  console.log(tick.toISOString())
}

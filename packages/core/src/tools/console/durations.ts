/** Formats a duration in its largest unit, such as `12 ms`, `4 s` or `3 days`. */
export function describeDuration(milliseconds: number): string {
  const size = Math.abs(milliseconds)
  if (size < 999.5) return `${Math.round(size)} ms`
  const [unit, length] = units.find(([, each]) => size >= each * 0.995) ?? seconds
  const count = Math.round(size / length)
  return `${count} ${unit === 'day' && count !== 1 ? 'days' : unit}`
}

/** Formats a time together with its distance from now, such as `2026-11-28T07:12:00.000Z (3 h ago)`. */
export function describeTime(time: Date, now = Date.now()): string {
  const distance = time.getTime() - now
  const duration = describeDuration(distance)
  return `${time.toISOString()} (${distance > 0 ? `in ${duration}` : `${duration} ago`})`
}

const seconds: readonly [string, number] = ['s', 1000]

/** The units and their lengths in milliseconds, the longest first. */
const units: readonly (readonly [string, number])[] = [
  ['day', 24 * 60 * 60 * 1000],
  ['h', 60 * 60 * 1000],
  ['min', 60 * 1000],
  seconds,
]

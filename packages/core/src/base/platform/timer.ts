/** The maximum delay of a timer, in milliseconds. Node fires a timer with a longer delay immediately. */
const maxDelay = 2 ** 31 - 1

/** Limits a delay to the maximum for a timer, 24 days. */
export function timerDelay(milliseconds: number): number {
  return Math.min(milliseconds, maxDelay)
}

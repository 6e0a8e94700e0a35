/** The longest delay of a timer, in milliseconds: Node fires one that is longer immediately. */
const longest = 2 ** 31 - 1

/** A delay that the user has chosen, as a timer can keep it: 24 days stand for more. */
export function timerDelay(milliseconds: number): number {
  return Math.min(milliseconds, longest)
}

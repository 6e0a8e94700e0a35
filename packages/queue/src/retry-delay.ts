const first = 1000
const longest = 15 * 60 * 1000

/** How long a job waits after its failed attempt of that number, in milliseconds: 1 s, doubling up to 15 min. */
export function retryDelay(attempt: number): number {
  return Math.min(first * 2 ** (attempt - 1), longest)
}

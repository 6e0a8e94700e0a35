export interface World {
  id: number
  randomNumber: number
}

/** The id of a row of the table `world`, and its random number. */
export function randomNumber(): number {
  return Math.floor(Math.random() * 10_000) + 1
}

/** Returns the number of rows in the parameter `queries`: 1 to 500, and 1 if it is not a number. */
export function countOf(text: string | null | undefined): number {
  const count = Number.parseInt(text ?? '', 10)
  return Math.min(Math.max(Number.isNaN(count) ? 1 : count, 1), 500)
}

/** Runs `work` for that many random rows, all at the same time. */
export function atRandom<T>(count: number, work: (id: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, () => work(randomNumber())))
}

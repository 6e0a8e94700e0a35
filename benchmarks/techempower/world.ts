export interface World {
  id: number
  randomNumber: number
}

/** Of a row of the table `world`, and of what it holds. */
export function randomNumber(): number {
  return Math.floor(Math.random() * 10_000) + 1
}

/** How many rows the parameter `queries` asks for: 1 to 500, and 1 where it is no number. */
export function countOf(text: string | null | undefined): number {
  const count = Number.parseInt(text ?? '', 10)
  return Math.min(Math.max(Number.isNaN(count) ? 1 : count, 1), 500)
}

/** What `work` makes of as many random rows, all asked for at once. */
export function atRandom<T>(count: number, work: (id: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, () => work(randomNumber())))
}

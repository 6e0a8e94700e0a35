/** Gives numbers from 0 up to 1; the same ones for the same seed. */
export type Random = () => number

/** The generator that is known as mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number from 0 up to and without `limit`. */
export function below(random: Random, limit: number): number {
  return Math.floor(random() * limit)
}

export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[below(random, choices.length)] as T
}

/** Up to `most` choices, one after the other. */
export function pickSome<T>(random: Random, choices: readonly T[], most: number): T[] {
  return Array.from({ length: below(random, most + 1) }, () => pick(random, choices))
}

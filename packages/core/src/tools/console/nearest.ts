/** Returns the choice that is most similar to the typed word; undefined if no choice is close. */
export function nearest(typed: string, choices: readonly string[]): string | undefined {
  return allNear(typed, choices)[0]
}

/** Returns the choices that are similar to the typed word, the most similar first. */
export function allNear(typed: string, choices: readonly string[]): string[] {
  return choices
    .map((choice) => ({ choice, distance: editDistance(typed, choice) }))
    .filter(({ distance }) => distance <= Math.max(1, typed.length / 3))
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ choice }) => choice)
}

/** Returns the number of letters that must be changed, added, removed, or swapped with the next letter. */
export function editDistance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)]
  const distance = (i: number, j: number) => rows[i]?.[j] ?? Infinity
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= to.length; j++) {
      const changed = distance(i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapped = isSwap ? distance(i - 2, j - 2) + 1 : Infinity
      row.push(Math.min(changed, swapped, distance(i - 1, j) + 1, distance(i, j - 1) + 1))
    }
  }
  return distance(from.length, to.length)
}

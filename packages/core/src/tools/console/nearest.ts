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

/** Returns the number of letters that must be changed, added or removed. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

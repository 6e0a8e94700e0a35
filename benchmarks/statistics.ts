export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which a fraction of the values lies. */
function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const position = (sorted.length - 1) * fraction
  const below = sorted[Math.floor(position)] ?? Number.NaN
  const above = sorted[Math.ceil(position)] ?? Number.NaN
  return below + (above - below) * (position % 1)
}

/** Round by round ratios as "median (lower quartile–upper quartile)". */
export function ratioCell(values: readonly number[], base: readonly number[]): string {
  const ratios = ratiosOf(values, base)
  const [low, middle, high] = [0.25, 0.5, 0.75].map((at) => quantile(ratios, at).toFixed(2))
  return `${middle} (${low}–${high})`
}

/** The same rounds in order of so many starts: the greatest median of those of one start. */
export function worstCell(
  values: readonly number[],
  base: readonly number[],
  starts: number,
): string {
  const ratios = ratiosOf(values, base)
  const rounds = ratios.length / starts
  const medians = Array.from({ length: starts }, (_, start) =>
    median(ratios.slice(start * rounds, (start + 1) * rounds)),
  )
  return Math.max(...medians).toFixed(2)
}

function ratiosOf(values: readonly number[], base: readonly number[]): number[] {
  return values.map((value, round) => value / (base[round] as number))
}

/** The order of one round, so that no contestant always runs after the same one. */
export function rotated<T>(values: readonly T[], by: number): T[] {
  const start = by % values.length
  return [...values.slice(start), ...values.slice(0, start)]
}

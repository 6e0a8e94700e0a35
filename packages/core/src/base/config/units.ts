const milliseconds: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

const bytes: Readonly<Record<string, number>> = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 }

/**
 * Parses a duration such as `250ms`, `90s`, `15m`, `12h` or `7d`. Returns milliseconds. Throws a `TypeError`.
 *
 * @public
 */
export function parseDuration(text: string): number {
  return parse(text, milliseconds, 'a duration such as "250ms", "90s", "15m", "12h" or "7d"')
}

/** Parses a size: a number of bytes, or a string such as `512KiB` or `10MiB`. Returns bytes. Throws a `TypeError`. */
export function parseSize(size: number | string): number {
  const expected = 'a number of bytes, or a size such as "512KiB" or "10MiB"'
  if (typeof size === 'string') return parse(size, bytes, expected)
  if (Number.isSafeInteger(size) && size >= 0) return size
  throw new TypeError(`${size} is not ${expected}.`)
}

function parse(text: string, units: Readonly<Record<string, number>>, expected: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,15})([A-Za-z]{1,3})$/u.exec(text) ?? []
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined
  if (factor === undefined) throw new TypeError(`"${text}" is not ${expected}.`)
  return Number(amount) * factor
}

/** What a header such as `Accept-Encoding` lists, in lower case, with its weight from 0 (unwanted) to 1. */
export function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';')
    weights.set(name.trim(), weightOf(parameters))
  }
  return weights
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='))
  if (given === undefined) return 1
  const weight = Number(given.slice(2))
  return weight > 0 ? Math.min(weight, 1) : 0
}

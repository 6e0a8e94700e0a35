/**
 * Returns the items of a header such as `Accept-Encoding` in lower case, with their weights from 0 (not accepted) to 1.
 */
export function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const item of header.toLowerCase().split(',')) {
    const end = item.indexOf(';')
    const name = end === -1 ? item : item.slice(0, end)
    weights.set(name.trim(), end === -1 ? 1 : weightOf(item))
  }
  return weights
}

/** True if a client with this `Accept` header displays HTML pages, as browsers do. */
export function acceptsPages(accept = ''): boolean {
  return (weightsOf(accept).get('text/html') ?? 0) > 0
}

function weightOf(item: string): number {
  const weight = Number(/;\s*q=([^;]*)/u.exec(item)?.[1] ?? 1)
  return weight > 0 ? Math.min(weight, 1) : 0
}

/** The forwarding headers of a request. In each list, the value set by the nearest proxy is last. */
export interface Forwarded {
  /** The addresses, not validated: they may contain a port or brackets. An element without `for` is an empty string. */
  readonly addresses: readonly string[]
  readonly schemes: readonly (string | undefined)[]
  readonly hosts: readonly (string | undefined)[]
}

export type ForwardedFamily = 'x-forwarded' | 'forwarded'

/** Reads the headers of one family. Headers of the other family are ignored, because clients could forge them. */
export function readForwarded(
  family: ForwardedFamily,
  header: (name: string) => string | undefined,
): Forwarded {
  const list = (name: string) => listOf(header(name))
  if (family === 'forwarded') return readElements(list('forwarded'))
  return {
    addresses: list('x-forwarded-for'),
    schemes: list('x-forwarded-proto'),
    hosts: list('x-forwarded-host'),
  }
}

/**
 * Parses `Forwarded` (RFC 7239). The values that are used never contain commas or semicolons. Invalid parts that a
 * client has sent, such as an unclosed quote, therefore do not affect the parts after them.
 */
function readElements(elements: readonly string[]): Forwarded {
  const read = elements.map(readElement)
  return {
    addresses: read.map((pairs) => pairs.get('for') ?? ''),
    schemes: read.map((pairs) => pairs.get('proto')),
    hosts: read.map((pairs) => pairs.get('host')),
  }
}

function readElement(element: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>()
  for (const pair of element.split(';')) {
    const equals = pair.indexOf('=')
    const value = pair.slice(equals + 1).trim()
    pairs.set(pair.slice(0, Math.max(equals, 0)).trim().toLowerCase(), unquoted(value))
  }
  return pairs
}

function unquoted(value: string): string {
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"')
  return isQuoted ? value.slice(1, -1) : value
}

function listOf(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(',').map((entry) => entry.trim())
}

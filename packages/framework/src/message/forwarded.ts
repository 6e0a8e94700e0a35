/** What proxies say of the requests that they pass on; each list ends with what the nearest one wrote. */
export interface Forwarded {
  /** Who has asked whom, as it was written. */
  readonly addresses: readonly string[]
  readonly schemes: readonly (string | undefined)[]
  readonly hosts: readonly (string | undefined)[]
}

export type ForwardedFamily = 'x-forwarded' | 'forwarded'

/** Reads the headers of one family; the other family may come from anybody. */
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
 * RFC 7239. None of the values that are needed holds a comma or a semicolon, so what a client wrote before, such as an
 * open quote, changes nothing about what follows.
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
    const mark = pair.indexOf('=')
    const value = pair.slice(mark + 1).trim()
    pairs.set(pair.slice(0, Math.max(mark, 0)).trim().toLowerCase(), unquoted(value))
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

/** The headers of a JSON response, which most responses have. */
export const jsonHeaders: readonly string[] = ['content-type', 'application/json']

/** Cached data for a list of headers that many replies share. */
class SharedList {
  /** For adapters: the serialized head, by status. */
  readonly heads: (string | undefined)[] = []
  /** The same list with one more header, by header name and value. Undefined until it is requested a second time. */
  readonly extended = new Map<string, Map<string, readonly string[] | undefined>>()
}

const shared = new WeakMap<readonly string[], SharedList>([[jsonHeaders, new SharedList()]])

/**
 * The maximum number of names, and of values per name, to cache. Applications use few names, and values such as ids
 * never repeat.
 */
const maxCached = 8
const maxListLength = 32

/** Marks a list of headers as shared by many replies. The list must not be changed afterwards. */
export function shareHeaders(headers: readonly string[]): readonly string[] {
  shared.set(headers, new SharedList())
  return headers
}

/**
 * Returns the serialized heads that adapters cache for a shared list, by status; undefined if the list is not shared.
 */
export function headsOf(headers: readonly string[]): (string | undefined)[] | undefined {
  return shared.get(headers)?.heads
}

/**
 * Returns the list with one more header. If a shared list gets the same header repeatedly, the result is shared, too.
 */
export function withAddedHeader(
  headers: readonly string[],
  name: string,
  value: string,
): readonly string[] {
  const extended = shared.get(headers)?.extended
  if (!extended) return appended(headers, name, value)
  let byValue = extended.get(name)
  const known = byValue?.get(value)
  if (known) return known
  const list = appended(headers, name, value)
  if (!byValue && extended.size < maxCached) extended.set(name, (byValue = new Map()))
  if (byValue?.has(value))
    byValue.set(value, list.length > maxListLength ? undefined : shareHeaders(list))
  else if (byValue && byValue.size < maxCached) byValue.set(value, undefined)
  return list
}

/**
 * Returns a list with entries appended. `toSpliced` takes half the time and memory of a spread, which reserves
 * capacity.
 */
export function appended(headers: readonly string[], ...more: readonly string[]): string[] {
  return headers.toSpliced(headers.length, 0, ...more)
}

/** The maximum number of spellings to cache. Applications use only a few. */
const maxSpellings = 1000

/** A map with header names as keys. Names are not case-sensitive. */
export class HeaderNameMap<T> {
  readonly #known: ReadonlyMap<string, T>
  /**
   * True at the index n if a known name has the length n. Most other names have different lengths and need no lookup.
   */
  readonly #lengths: readonly boolean[]
  /** The values by the exact spelling of the name; null for unknown names. */
  readonly #bySpelling = new Map<string, T | null>()

  /** The names in `known` must be in lower case. */
  constructor(known: Iterable<readonly [name: string, value: T]>) {
    this.#known = new Map(known)
    const lengths = new Set(Array.from(this.#known.keys(), (name) => name.length))
    this.#lengths = Array.from({ length: Math.max(...lengths) + 1 }, (_, length) =>
      lengths.has(length),
    )
  }

  get(name: string): T | undefined {
    if (this.#lengths[name.length] !== true) return undefined
    let found = this.#bySpelling.get(name)
    if (found === undefined) {
      found = this.#known.get(name.toLowerCase()) ?? null
      if (this.#bySpelling.size < maxSpellings) this.#bySpelling.set(name, found)
    }
    return found ?? undefined
  }
}

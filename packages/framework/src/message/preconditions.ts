/** What identifies a version of a resource; either may be unknown. */
export interface Preconditions {
  /** With its quotes: `"a1"`, or `W/"a1"` for a weak one. */
  readonly etag?: string | undefined
  /** An HTTP date. */
  readonly lastModified?: string | undefined
}

/** The part of a request that its conditions need. */
interface Conditional {
  readonly method: string
  header(name: string): string | undefined
}

/**
 * The status of a conditional request that does not get the contents: 412 or 304 (RFC 9110, 13.2.2). `If-Match`
 * takes a weak tag where `acceptsWeak` says so: compression makes tags weak, and a client that got one has no other.
 */
export function evaluatePreconditions(
  request: Conditional,
  { etag, lastModified }: Preconditions,
  acceptsWeak = false,
): 412 | 304 | undefined {
  const match = request.header('if-match')
  const unmodifiedSince = request.header('if-unmodified-since')
  if (match !== undefined) {
    if (!namesTag(match, etag, acceptsWeak)) return 412
  } else if (unmodifiedSince !== undefined && lastModified !== undefined) {
    if (Date.parse(lastModified) > timeOf(unmodifiedSince)) return 412
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const noneMatch = request.header('if-none-match')
  if (noneMatch !== undefined) {
    if (!namesTag(noneMatch, etag, true)) return undefined
    return isRead ? 304 : 412
  }
  const modifiedSince = request.header('if-modified-since')
  if (!isRead || modifiedSince === undefined || lastModified === undefined) return undefined
  return Date.parse(lastModified) <= timeOf(modifiedSince) ? 304 : undefined
}

/** The tags of a list. A comma may be a part of a tag. */
export function tagsIn(list: string): readonly string[] {
  return list.match(/(?:"[^"]*"|[^,"])+/gu)?.map((tag) => tag.trim()) ?? []
}

/** True for `*`, and for a list with this tag. */
function namesTag(list: string, etag: string | undefined, acceptsWeak: boolean): boolean {
  if (list === '*' || etag === undefined) return list === '*'
  const comparable = (tag: string) => (acceptsWeak ? tag.replace(/^W\//u, '') : tag)
  return tagsIn(list).some((tag) => comparable(tag) === comparable(etag))
}

const httpDate =
  /^\w{3,9}, \d\d[ -]\w{3}[ -](?:\d\d){1,2} [\d:]{8} GMT$|^\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}$/u

/** The time of a date in one of the forms of RFC 9110, 5.6.7; NaN for any other text, which no condition holds for. */
function timeOf(date: string): number {
  // `Date.parse` takes a date without a zone for one of the local zone.
  return httpDate.test(date) ? Date.parse(date.replace(/\d$/u, '$& GMT')) : NaN
}

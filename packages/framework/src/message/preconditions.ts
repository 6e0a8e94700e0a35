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
  } else if (unmodifiedSince !== undefined && isAfter(lastModified, unmodifiedSince)) {
    return 412
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const noneMatch = request.header('if-none-match')
  if (noneMatch !== undefined) {
    if (!namesTag(noneMatch, etag, true)) return undefined
    return isRead ? 304 : 412
  }
  const modifiedSince = request.header('if-modified-since')
  const isUnchanged =
    isRead &&
    modifiedSince !== undefined &&
    lastModified !== undefined &&
    !Number.isNaN(Date.parse(modifiedSince)) &&
    !isAfter(lastModified, modifiedSince)
  return isUnchanged ? 304 : undefined
}

/** Whether a list of tags, or `*`, names this one. */
function namesTag(list: string, etag: string | undefined, acceptsWeak: boolean): boolean {
  const comparable = (tag: string) => (acceptsWeak ? tag.replace(/^W\//u, '') : tag)
  const wanted = etag === undefined ? '*' : comparable(etag)
  return list.split(',').some((tag) => ['*', wanted].includes(comparable(tag.trim())))
}

function isAfter(one: string | undefined, other: string): boolean {
  return one !== undefined && Date.parse(one) > Date.parse(other)
}

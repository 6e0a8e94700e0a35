/** The current version of a resource. Each field is undefined if it is not available. */
export interface Preconditions {
  /** The entity tag with quotes: `"a1"`, or `W/"a1"` for a weak tag, which equals no tag in `If-Match`. */
  readonly etag?: string | undefined
  /** An HTTP date. */
  readonly lastModified?: string | undefined
}

/** The parts of a request that are needed to evaluate conditions. */
interface ConditionalRequest {
  readonly method: string
  header(name: string): string | undefined
}

/**
 * Evaluates the conditions of a request (RFC 9110, 13.2.2). Returns 412, 304, or undefined if the request may proceed.
 * `If-Match` uses strong comparison (13.1.1). With `acceptsWeakened`, it also accepts the weak form of a strong tag.
 * Compression, here and in proxies, makes tags weak, but the content is the same.
 */
export function evaluatePreconditions(
  request: ConditionalRequest,
  { etag, lastModified }: Preconditions,
  acceptsWeakened = false,
): 412 | 304 | undefined {
  const match = request.header('if-match')
  const unmodifiedSince = request.header('if-unmodified-since')
  if (match !== undefined) {
    if (!matches(match, etag, acceptsWeakened)) return 412
  } else if (unmodifiedSince !== undefined && lastModified !== undefined) {
    if (Date.parse(lastModified) > timeOf(unmodifiedSince)) return 412
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const noneMatch = request.header('if-none-match')
  if (noneMatch !== undefined) {
    if (!matchesWeakly(noneMatch, etag)) return undefined
    return isRead ? 304 : 412
  }
  const modifiedSince = request.header('if-modified-since')
  if (!isRead || modifiedSince === undefined || lastModified === undefined) return undefined
  return Date.parse(lastModified) <= timeOf(modifiedSince) ? 304 : undefined
}

/** Returns the tags in a list. Tags may contain commas. */
export function tagsIn(list: string): readonly string[] {
  return list.match(/(?:"[^"]*"|[^,"])+/gu)?.map((tag) => tag.trim()) ?? []
}

/** True for `*`, or for a list that contains this tag if the tag is strong. */
function matches(list: string, etag: string | undefined, acceptsWeakened: boolean): boolean {
  if (list === '*' || etag === undefined) return list === '*'
  if (etag.startsWith('W/')) return false
  return tagsIn(list).some((tag) => tag === etag || (acceptsWeakened && tag === `W/${etag}`))
}

/** True for `*`, or for a list that contains this tag in its weak or strong form. */
function matchesWeakly(list: string, etag: string | undefined): boolean {
  if (list === '*' || etag === undefined) return list === '*'
  return tagsIn(list).some((tag) => strongTag(tag) === strongTag(etag))
}

function strongTag(tag: string): string {
  return tag.replace(/^W\//u, '')
}

const httpDate =
  /^\w{3,9}, \d\d[ -]\w{3}[ -](?:\d\d){1,2} [\d:]{8} GMT$|^\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}$/u

/**
 * Parses a date in one of the formats of RFC 9110, 5.6.7. Returns NaN for other strings, which makes every comparison
 * false.
 */
function timeOf(date: string): number {
  // `Date.parse` reads a date without a zone as local time.
  return httpDate.test(date) ? Date.parse(date.replace(/\d$/u, '$& GMT')) : NaN
}

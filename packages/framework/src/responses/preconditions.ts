import type { Validators } from '../message/file-body.ts'
import type { IncomingRequest } from '../message/incoming-request.ts'

/** The status of a conditional request that does not get the contents: 412 or 304 (RFC 9110, 13.2.2). */
export function evaluatePreconditions(
  request: IncomingRequest,
  validators: Validators,
): 412 | 304 | undefined {
  const { etag, lastModified } = validators
  const match = request.header('if-match')
  const unmodifiedSince = request.header('if-unmodified-since')
  if (match !== undefined) {
    if (!tagsOf(match).some((tag) => tag === '*' || tag === etag)) return 412
  } else if (unmodifiedSince !== undefined && isAfter(lastModified, unmodifiedSince)) {
    return 412
  }
  const noneMatch = request.header('if-none-match')
  if (noneMatch !== undefined) {
    const tags = tagsOf(noneMatch).map((tag) => tag.replace(/^W\//u, ''))
    return tags.some((tag) => tag === '*' || tag === etag) ? 304 : undefined
  }
  const modifiedSince = request.header('if-modified-since')
  const isUnchanged =
    modifiedSince !== undefined &&
    !Number.isNaN(Date.parse(modifiedSince)) &&
    !isAfter(lastModified, modifiedSince)
  return isUnchanged ? 304 : undefined
}

function tagsOf(header: string): string[] {
  return header.split(',').map((tag) => tag.trim())
}

function isAfter(one: string, other: string): boolean {
  return Date.parse(one) > Date.parse(other)
}

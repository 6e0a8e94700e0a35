import type { Validators } from '../message/file-body.ts'
import type { HttpRequest } from '../message/http-request.ts'

/** The first and last byte, both inclusive. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** Parses a range header with a single range. Returns undefined if the whole content should be sent. */
export function parseRange(
  request: HttpRequest,
  size: number,
  validators: Validators,
): ByteRange | 'unsatisfiable' | undefined {
  const found = /^bytes\s*=\s*(?:(\d+)\s*)?-\s*(\d*)$/iu.exec(request.header('range')?.trim() ?? '')
  if (!found || !isFresh(request.header('if-range'), validators)) return undefined
  const [from = '', to = ''] = found.slice(1)
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < first) return undefined
  // The last bytes of an empty file are the whole file, and `Content-Range` cannot express zero bytes.
  if (from === '' && size === 0 && Number(to) > 0) return undefined
  return first > last || first >= size ? 'unsatisfiable' : { first, last }
}

/** True if `If-Range` is absent or matches the current validator. Clients send it when they resume a download. */
function isFresh(condition: string | undefined, { etag, lastModified }: Validators): boolean {
  return condition === undefined || condition === etag || condition === lastModified
}

import type { Validators } from '../message/file-body.ts'
import type { HttpRequest } from '../message/http-request.ts'

/** The first and last byte, both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** The single range that a request asks for; undefined where the whole is to be sent. */
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
  // Any last bytes of an empty file are the whole file, and `Content-Range` has no form for no bytes.
  if (from === '' && size === 0 && Number(to) > 0) return undefined
  return first > last || first >= size ? 'unsatisfiable' : { first, last }
}

/** A client that resumes a download sends the validator of the part it has. */
function isFresh(condition: string | undefined, { etag, lastModified }: Validators): boolean {
  return condition === undefined || condition === etag || condition === lastModified
}

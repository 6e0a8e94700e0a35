import { HttpError } from '../../message/http-error.ts'

/** Lower-case names and their values, one character for each byte. */
export type RawHeader = Readonly<Record<string, readonly string[] | undefined>>

/** The headers of a part of a multipart form. */
export interface PartHeader {
  readonly name: string
  /** The filename, if the part is a file. Empty if the user selected no file. */
  readonly filename: string | undefined
  readonly contentType: string
}

/**
 * Parses the headers of a part. Throws `HttpError` 413 if they may have been truncated at `maxSize`, and 400 if there
 * is no name or the file name has an invalid encoding.
 */
export function readPartHeader(header: RawHeader, maxSize: number): PartHeader {
  if (sizeOf(header) >= maxSize - 4) {
    throw new HttpError(413, `The headers of a part of the form are over ${maxSize} bytes.`)
  }
  const disposition = header['content-disposition']?.[0] ?? ''
  const parameters = /^\s*form-data\s*(?:;|$)/iu.test(disposition)
    ? parametersOf(disposition)
    : new Map<string, string>()
  const name = parameters.get('name')
  if (name === undefined) {
    throw new HttpError(
      400,
      'A part of the form has no Content-Disposition: form-data with a name.',
    )
  }
  return {
    name,
    filename: decodeExtended(parameters.get('filename*')) ?? parameters.get('filename'),
    contentType: header['content-type']?.[0] ?? '',
  }
}

/** Returns an upper bound for the header size in bytes, without surrounding line breaks. */
function sizeOf(header: RawHeader): number {
  let size = 0
  for (const name in header) {
    for (const value of header[name] ?? []) size += name.length + value.length + 4
  }
  return size
}

const parameter = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:\\"|[^"\\]|\\(?!"))*)"|([^\s;"]*))/gu

function parametersOf(text: string): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const [, name = '', quoted, plain = ''] of text.matchAll(parameter)) {
    const value = quoted === undefined ? plain : unquote(quoted)
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), toUtf8(value))
  }
  return parameters
}

/** Unescapes a quoted value. Browsers percent-encode three characters; other clients escape quotes with a backslash. */
function unquote(text: string): string {
  if (!text.includes('%') && !text.includes('\\')) return text
  return text
    .replaceAll('\\"', '"')
    .replace(/%0D|%0A|%22/giu, (encoded) => decodeURIComponent(encoded))
}

function toUtf8(text: string): string {
  return /[\u0080-\u00ff]/u.test(text) ? Buffer.from(text, 'latin1').toString() : text
}

/** Decodes a value such as `UTF-8''name` (RFC 8187). */
function decodeExtended(text: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/iu.exec(text ?? '')?.[1]
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch (cause) {
    throw new HttpError(400, 'A file name in the form has an invalid encoding.', { cause })
  }
}

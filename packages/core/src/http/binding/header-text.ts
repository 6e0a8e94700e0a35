import type { HttpRequest } from '../message/http-request.ts'

/**
 * Returns a function that reads a header, and decodes `Last-Event-ID` as UTF-8. Clients send this header in UTF-8, but
 * platforms decode headers as Latin-1.
 */
export function headerReader(name: string): (request: HttpRequest) => string | undefined {
  if (name !== 'last-event-id') return (request) => request.header(name)
  return (request) => decodeUtf8(request.header(name))
}

/** Decodes characters that are in fact UTF-8 bytes. Returns them unchanged if they are not valid UTF-8. */
function decodeUtf8(characters: string | undefined): string | undefined {
  if (characters === undefined || !/[\u0080-\u00ff]/u.test(characters)) return characters
  const bytes = Buffer.from(characters, 'latin1')
  const text = bytes.toString()
  return Buffer.from(text).equals(bytes) && bytes.length === characters.length ? text : characters
}

import { type ContentCase, post } from '../content/content-case.ts'

/** The type and body of a form with the boundary `b`. */
export interface Form {
  /** The parts, without the delimiters between them. */
  readonly parts?: readonly string[]
  /** In place of `parts`. Each character is one byte. */
  readonly body?: string
  readonly type?: string
  readonly path?: string
}

/** A case whose form is read: `fields` is what the application gets. */
export function read(name: string, form: Form, fields: unknown): ContentCase {
  return { name, request: formRequest(form), status: 200, body: fields }
}

/** A case whose form is refused. */
export function refused(name: string, form: Form, status: 400 | 413 | 415 = 400): ContentCase {
  return { name, request: formRequest(form), status }
}

/** A part with a name, and lines of its header after the first. */
export function part(name: string, content: string, ...lines: readonly string[]): string {
  return partOf(`form-data; name="${name}"`, content, ...lines)
}

/** A part with this Content-Disposition. */
export function partOf(disposition: string, content: string, ...lines: readonly string[]): string {
  return `${[`Content-Disposition: ${disposition}`, ...lines].join('\r\n')}\r\n\r\n${content}`
}

export function formBody(parts: readonly string[]): string {
  return `${parts.map((each) => `--b\r\n${each}\r\n`).join('')}--b--\r\n`
}

/** The bytes of a text as UTF-8, one character each. */
export function utf8(text: string): string {
  return Buffer.from(text).toString('latin1')
}

function formRequest({ parts = [], body = formBody(parts), type, path }: Form): Uint8Array {
  const contentType = `Content-Type: ${type ?? 'multipart/form-data; boundary=b'}`
  return post(path ?? '/multipart/form', body, contentType)
}

import { HttpError } from '../../http/message/http-error.ts'
import type { Difference } from '../../data/schema/compared-keywords.ts'

/**
 * Thrown with `validateResponses` if a method returns a value that does not match the OpenAPI
 * document.
 */
export class ResponseDiffers extends HttpError {
  /** The method, as `Class.method`. */
  readonly method: string
  /** The path in the returned value; empty for the whole value. */
  readonly path: string
  /** The documented type at the path. */
  readonly expected: string
  /** The actual value at the path, as JSON. */
  readonly found: unknown

  constructor(method: string, { path, expected, found }: Difference) {
    const location = path === '' ? '' : ` at "${path}"`
    super(
      500,
      `${method} returned ${shorten(found)}${location}, declared as ${expected}. ` +
        'Return a value of the declared type, or change the type.',
    )
    this.method = method
    this.path = path
    this.expected = expected
    this.found = found
  }
}

function shorten(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

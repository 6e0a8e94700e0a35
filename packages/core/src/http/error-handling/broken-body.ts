/**
 * True for the errors that Deno throws if the application reads a body from the raw `Request`, and the body ends early
 * or is malformed.
 */
export function isBrokenBody(thrown: unknown): boolean {
  return 'Deno' in globalThis && thrown instanceof Error && brokenBody.test(thrown.message)
}

const brokenBody = /^(?:Cannot read (?:request )?body as |invalid HTTP\/1 request: )/u

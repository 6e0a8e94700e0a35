/** True for the errors of Deno if a body ends early or is malformed that the application reads from the raw `Request`. */
export function isBrokenBody(thrown: unknown): boolean {
  return 'Deno' in globalThis && thrown instanceof Error && brokenBody.test(thrown.message)
}

const brokenBody = /^(?:Cannot read (?:request )?body as |invalid HTTP\/1 request: )/u

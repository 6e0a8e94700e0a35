import type { IncomingMessage } from 'node:http'

/**
 * The value of a header by its lower-case name. A search of the raw headers costs less than `headers`,
 * which makes an object of all of them; what is given more than once is left to its rules.
 */
export function readHeader(message: IncomingMessage, name: string): string | undefined {
  const { rawHeaders } = message
  let found: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index] as string
    if (candidate.length !== name.length || candidate.toLowerCase() !== name) continue
    if (found !== undefined) return joined(message, name)
    found = rawHeaders[index + 1]
  }
  return found
}

function joined({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

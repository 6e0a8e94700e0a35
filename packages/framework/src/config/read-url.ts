import type { Config } from './config.ts'
import { ConfigValueInvalid } from './errors.ts'

/** Reads a URL with one of the schemes; undefined if the key is not set. Throws `ConfigValueInvalid`. */
export function readUrl(config: Config, key: string, schemes: readonly string[]): URL | undefined {
  const text = config.string(key, '')
  if (text === '') return undefined
  const url = URL.parse(text)
  if (url && schemes.includes(url.protocol.slice(0, -1)) && isDecodable(text)) return url
  const expected = `a URL that begins with ${schemes.join(': or ')}:, with user and password percent-encoded`
  throw new ConfigValueInvalid(key, expected, 'the configuration')
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
